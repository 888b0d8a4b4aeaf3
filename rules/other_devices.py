"""Devices, processes and compilers that TensorFlow has not, or orders itself."""

from porter.rule import Object, Unsupported, port


@port("torch.xpu.*", "torch.mtia.*")  # fmt: skip
def other_devices(*args, **kwargs) -> Object:
    """Devices of other makers, which TensorFlow's builds do not have.

    Not proven: it is refused.
    """
    raise Unsupported(
        "TensorFlow has no such devices: it places work itself, on GPUs or the processor"
    )


@port("torch.cuda.CUDAGraph", "torch.cuda.CUDAPluggableAllocator",
      "torch.cuda.ExternalStream", "torch.cuda.GreenContext", "torch.cuda.MemPool",
      "torch.cuda.StreamContext", "torch.cuda.caching_allocator_alloc",
      "torch.cuda.caching_allocator_delete",
      "torch.cuda.caching_allocator_disabled",
      "torch.cuda.caching_allocator_enable", "torch.cuda.can_device_access_peer",
      "torch.cuda.change_current_allocator", "torch.cuda.check_error",
      "torch.cuda.clock_rate", "torch.cuda.cudart",
      "torch.cuda.current_blas_handle", "torch.cuda.current_solver_handle",
      "torch.cuda.current_stream", "torch.cuda.default_stream",
      "torch.cuda.device_memory_used", "torch.cuda.device_of",
      "torch.cuda.get_allocator_backend", "torch.cuda.get_arch_list",
      "torch.cuda.get_gencode_flags", "torch.cuda.get_per_process_memory_fraction",
      "torch.cuda.get_stream_from_external", "torch.cuda.get_sync_debug_mode",
      "torch.cuda.graph", "torch.cuda.graph_pool_handle",
      "torch.cuda.host_memory_stats", "torch.cuda.host_memory_stats_as_nested_dict",
      "torch.cuda.is_current_stream_capturing", "torch.cuda.is_initialized",
      "torch.cuda.is_tf32_supported", "torch.cuda.list_gpu_processes",
      "torch.cuda.make_graphed_callables", "torch.cuda.max_memory_cached",
      "torch.cuda.memory_cached", "torch.cuda.memory_snapshot",
      "torch.cuda.memory_stats", "torch.cuda.memory_stats_as_nested_dict",
      "torch.cuda.memory_usage", "torch.cuda.power_draw",
      "torch.cuda.reset_accumulated_host_memory_stats",
      "torch.cuda.reset_accumulated_memory_stats",
      "torch.cuda.reset_max_memory_cached",
      "torch.cuda.reset_peak_host_memory_stats", "torch.cuda.set_stream",
      "torch.cuda.set_sync_debug_mode", "torch.cuda.temperature",
      "torch.cuda.use_mem_pool", "torch.accelerator.Graph",
      "torch.accelerator.current_device_idx",
      "torch.accelerator.current_device_index", "torch.accelerator.current_stream",
      "torch.accelerator.device_index", "torch.accelerator.empty_cache",
      "torch.accelerator.empty_host_cache",
      "torch.accelerator.get_device_capability",
      "torch.accelerator.get_memory_info", "torch.accelerator.max_memory_allocated",
      "torch.accelerator.max_memory_reserved", "torch.accelerator.memory_allocated",
      "torch.accelerator.memory_reserved", "torch.accelerator.memory_stats",
      "torch.accelerator.reset_accumulated_memory_stats",
      "torch.accelerator.reset_peak_memory_stats",
      "torch.accelerator.set_device_idx", "torch.accelerator.set_stream",
      "torch.cpu.Stream", "torch.cpu.StreamContext", "torch.cpu.current_stream",
      "torch.cpu.get_capabilities", "torch.cpu.is_initialized",
      "torch.cpu.set_device", "torch.cpu.stream", "torch.cpu.synchronize",
      "torch.mps.Event", "torch.mps.compile_shader",
      "torch.mps.current_allocated_memory", "torch.mps.device_count",
      "torch.mps.driver_allocated_memory", "torch.mps.get_rng_state",
      "torch.mps.load_metallib", "torch.mps.recommended_max_memory",
      "torch.mps.seed", "torch.mps.set_per_process_memory_fraction",
      "torch.mps.set_rng_state", "torch.backends.mps.get_core_count",
      "torch.backends.mps.get_name", "torch.backends.mps.is_macos13_or_newer",
      "torch.backends.mps.is_macos_or_newer", "Tensor.record_stream")  # fmt: skip
def device_orders(*args, **kwargs) -> Object:
    """Orders to a device and details about it.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow places work and gives out memory itself: it takes no such orders")


@port("torch.backends.cuda.allow_fp16_bf16_reduction_math_sdp",
      "torch.backends.cuda.blas_workspace_size",
      "torch.backends.cuda.can_use_cudnn_attention",
      "torch.backends.cuda.can_use_efficient_attention",
      "torch.backends.cuda.can_use_flash_attention",
      "torch.backends.cuda.cuFFTPlanCache",
      "torch.backends.cuda.cuFFTPlanCacheManager",
      "torch.backends.cuda.cublas_workspace_size",
      "torch.backends.cuda.cublaslt_workspace_size",
      "torch.backends.cuda.cudnn_sdp_enabled",
      "torch.backends.cuda.enable_cudnn_sdp",
      "torch.backends.cuda.enable_flash_sdp", "torch.backends.cuda.enable_math_sdp",
      "torch.backends.cuda.enable_mem_efficient_sdp",
      "torch.backends.cuda.flash_sdp_enabled",
      "torch.backends.cuda.fp16_bf16_reduction_math_sdp_allowed",
      "torch.backends.cuda.is_ck_sdpa_available",
      "torch.backends.cuda.is_flash_attention_available",
      "torch.backends.cuda.math_sdp_enabled",
      "torch.backends.cuda.mem_efficient_sdp_enabled",
      "torch.backends.cuda.preferred_blas_library",
      "torch.backends.cuda.preferred_linalg_library",
      "torch.backends.cuda.preferred_rocm_fa_library",
      "torch.nn.attention.activate_flash_attention_impl",
      "torch.nn.attention.current_flash_attention_impl",
      "torch.nn.attention.list_flash_attention_impls",
      "torch.nn.attention.register_flash_attention_impl",
      "torch.nn.attention.restore_flash_attention_impl")  # fmt: skip
def kernels_of_cuda(*args, **kwargs) -> Object:
    """Which of its kernels torch runs on a GPU.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow chooses its kernels itself")


@port("torch.distributed.Backend", "torch.distributed.BackendConfig",
      "torch.distributed.BuiltinCommHookType", "torch.distributed.DebugLevel",
      "torch.distributed.DistBackendError", "torch.distributed.DistError",
      "torch.distributed.DistNetworkError", "torch.distributed.DistStoreError",
      "torch.distributed.FileStore", "torch.distributed.GradBucket",
      "torch.distributed.GroupMember", "torch.distributed.GroupName",
      "torch.distributed.HashStore", "torch.distributed.P2POp",
      "torch.distributed.PrefixStore", "torch.distributed.ProcessGroup",
      "torch.distributed.QueueEmptyError", "torch.distributed.Store",
      "torch.distributed.TCPStore", "torch.distributed.Work",
      "torch.distributed.batch_isend_irecv", "torch.distributed.get_backend_config",
      "torch.distributed.get_global_rank", "torch.distributed.get_group_rank",
      "torch.distributed.get_pg_count", "torch.distributed.get_process_group_ranks",
      "torch.distributed.group", "torch.distributed.init_device_mesh",
      "torch.distributed.irecv", "torch.distributed.is_backend_available",
      "torch.distributed.is_torchelastic_launched",
      "torch.distributed.is_ucc_available", "torch.distributed.is_xccl_available",
      "torch.distributed.isend", "torch.distributed.monitored_barrier",
      "torch.distributed.new_subgroups",
      "torch.distributed.new_subgroups_by_enumeration",
      "torch.distributed.record_comm", "torch.distributed.recv_object_list",
      "torch.distributed.register_rendezvous_handler",
      "torch.distributed.send_object_list", "torch.distributed.shrink_group",
      "torch.distributed.split_group", "torch.distributed.supports_complex")  # fmt: skip
def sent_to_one(*args, **kwargs) -> Object:
    """Messages from one process to another, stores and backends of processes.

    Not proven: it is refused.
    """
    raise Unsupported(
        "TensorFlow's collectives are of all processes: it has no messages between two, no stores"
    )


@port("torch.compiler.allow_in_graph", "torch.compiler.assume_constant_result",
      "torch.compiler.cudagraph_mark_step_begin",
      "torch.compiler.get_default_backend",
      "torch.compiler.keep_portable_guards_unsafe",
      "torch.compiler.keep_tensor_guards_unsafe", "torch.compiler.list_backends",
      "torch.compiler.load_cache_artifacts",
      "torch.compiler.load_compiled_function",
      "torch.compiler.nested_compile_region", "torch.compiler.save_cache_artifacts",
      "torch.compiler.set_default_backend",
      "torch.compiler.set_enable_guard_collectives", "torch.compiler.set_stance",
      "torch.compiler.skip_all_guards_unsafe",
      "torch.compiler.skip_guard_on_all_nn_modules_unsafe",
      "torch.compiler.skip_guard_on_globals_unsafe",
      "torch.compiler.skip_guard_on_inbuilt_nn_modules_unsafe",
      "torch.compiler.substitute_in_graph", "torch.compiler.wrap_numpy")  # fmt: skip
def compilers_orders(*args, **kwargs) -> Object:
    """Orders to torch.compile.

    Not proven: it is refused.
    """
    raise Unsupported("tf.function has no such orders: it traces what it is called with")


@port("torch.multiprocessing.get_all_sharing_strategies",
      "torch.multiprocessing.get_sharing_strategy")  # fmt: skip
def shared_with_processes(*args, **kwargs) -> Object:
    """How tensors are shared between processes.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow's tensors are not shared between processes")


@port("torch.nn.parallel.gather", "torch.nn.parallel.parallel_apply",
      "torch.nn.parallel.scatter", "torch.nn.parallel.data_parallel")  # fmt: skip
def on_several_gpus(*args, **kwargs) -> Object:
    """One network on several GPUs, by threads.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow does it with tf.distribute.MirroredStrategy")


@port("Module.ipu", "Module.mtia", "Module.xpu")  # fmt: skip
def to_other_devices(*args, **kwargs) -> Object:
    """A network on other devices.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow has no such devices")
