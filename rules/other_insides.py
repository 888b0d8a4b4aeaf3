"""What TensorFlow's tensors and layers do not show or have: hooks, sparse forms, small numbers."""

from porter.rule import Object, Unsupported, port


@port("torch.package.*", "torch.monitor.*")  # fmt: skip
def archives(*args, **kwargs) -> Object:
    """Networks in archives with their code, and counters of torch's own.

    Not proven: it is refused.
    """
    raise Unsupported("it is made of torch's own code: TensorFlow writes SavedModels")


@port("torch.nn.utils.prune.*")  # fmt: skip
def pruned(*args, **kwargs) -> Object:
    """Networks some of whose weights are masked.

    Not proven: it is refused.
    """
    raise Unsupported("Keras has no masks of weights: multiply by a mask in call()")


@port("torch.autograd.graph.GradientEdge",
      "torch.autograd.graph.allow_mutation_on_saved_tensors",
      "torch.autograd.graph.disable_saved_tensors_hooks",
      "torch.autograd.graph.get_gradient_edge",
      "torch.autograd.graph.increment_version",
      "torch.autograd.graph.region_activation_memory_budget",
      "torch.autograd.graph.register_multi_grad_hook",
      "torch.autograd.graph.save_on_cpu",
      "torch.autograd.graph.saved_tensors_hooks",
      "torch.autograd.graph.set_override_stale_capture_stream",
      "torch.autograd.graph.set_warn_on_accumulate_grad_stream_mismatch",
      "torch.autograd.enforce_grad_layout_policy",
      "torch.autograd.set_multithreading_enabled", "torch.autograd.NestedIOFunction")  # fmt: skip
def saved_for_gradients(*args, **kwargs) -> Object:
    """What torch keeps for gradients, and its nodes.

    Not proven: it is refused.
    """
    raise Unsupported("tf.GradientTape shows neither its operations nor what it keeps")


@port("Tensor.register_post_accumulate_grad_hook",
      "Tensor.retains_grad", "Tensor.grad_dtype", "Tensor.module_load")  # fmt: skip
def hooks_of_tensors(*args, **kwargs) -> Object:
    """Functions that are called with a tensor's gradient.

    Not proven: it is refused.
    """
    raise Unsupported("tf.GradientTape calls no functions: change what tape.gradient returns")


@port("torch.sparse.SparseSemiStructuredTensor",
      "torch.sparse.SparseSemiStructuredTensorCUSPARSELT",
      "torch.sparse.SparseSemiStructuredTensorCUTLASS", "torch.sparse.addmm",
      "torch.sparse.as_sparse_gradcheck",
      "torch.sparse.check_sparse_tensor_invariants", "torch.sparse.log_softmax",
      "torch.sparse.mm", "torch.sparse.softmax", "torch.sparse.sum",
      "torch.sparse.to_sparse_semi_structured", "torch.col_indices_copy",
      "torch.crow_indices_copy", "torch.indices_copy", "torch.values_copy",
      "torch.hspmm", "torch.smm", "torch.sspaddmm")  # fmt: skip
def sparse(*args, **kwargs) -> Object:
    """Sparse tensors.

    Not proven: it is refused.
    """
    raise Unsupported(
        "tf.sparse has other tensors, with functions of their own: write it with tf.sparse"
    )


@port("Tensor.to_sparse", "Tensor.to_dense", "Tensor.coalesce",
      "Tensor.col_indices", "Tensor.crow_indices", "Tensor.dense_dim",
      "Tensor.is_coalesced", "Tensor.smm", "Tensor.sparse_dim",
      "Tensor.sparse_mask", "Tensor.sparse_resize_",
      "Tensor.sparse_resize_and_clear_", "Tensor.sspaddmm", "Tensor.to_sparse_bsc",
      "Tensor.to_sparse_bsr", "Tensor.to_sparse_coo", "Tensor.to_sparse_csc",
      "Tensor.to_sparse_csr")  # fmt: skip
def sparse_forms(*args, **kwargs) -> Object:
    """Tensors in sparse forms.

    Not proven: it is refused.
    """
    raise Unsupported(
        "tf.sparse has other tensors, with functions of their own: write it with tf.sparse"
    )


@port("torch.SymBool", "torch.SymFloat", "torch.SymInt", "torch.sym_float",
      "torch.sym_int", "torch.sym_ite", "torch.sym_max", "torch.sym_min",
      "torch.sym_not", "torch.sym_sum")  # fmt: skip
def symbolic(*args, **kwargs) -> Object:
    """Sizes that torch's compiler does not know yet.

    Not proven: it is refused.
    """
    raise Unsupported("tf.function has no such numbers: tf.shape(x) gives a tensor")


@port("Tensor.const_data_ptr", "Tensor.dim_order", "Tensor.is_set_to",
      "Tensor.is_shared", "Tensor.new_empty_strided",
      "Tensor.set_", "Tensor.to_mkldnn",
      "Tensor.to_padded_tensor", "Tensor.untyped_storage", "Tensor.is_pinned",
      "Tensor.as_subclass", "torch.as_strided_copy", "torch.as_strided_scatter",
      "torch.empty_strided", "torch.empty_permuted", "torch.from_file",
      "torch.is_storage", "Tensor.as_strided_scatter")  # fmt: skip
def memory_of_tensors(*args, **kwargs) -> Object:
    """The memory that a tensor lies in.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow's tensors do not show their memory, and never change in place")


@port("torch.nn.functional.ScalingType", "torch.nn.functional.SwizzleType",
      "torch.nn.functional.boolean_dispatch",
      "torch.nn.functional.handle_torch_function",
      "torch.nn.functional.has_torch_function",
      "torch.nn.functional.has_torch_function_unary",
      "torch.nn.functional.has_torch_function_variadic", "torch.func.debug_unwrap",
      "torch.func.functionalize", "torch.AggregationType", "torch.DispatchKey",
      "torch.ScriptClass", "torch.ScriptFunction", "torch.Tag",
      "torch.thread_safe_generator", "torch.is_inference",
      "torch.is_inference_mode_enabled", "torch.is_warn_always_enabled",
      "torch.set_warn_always",
      "torch.random.thread_safe_generator", "Tensor.is_inference",
      "torch.nn.factory_kwargs", "torch.nn.UninitializedBuffer",
      "torch.nn.UninitializedParameter", "torch.nn.LinearCrossEntropyOptions",
      "torch.nn.utils.skip_init",
      "torch.nn.utils.convert_conv2d_weight_memory_format",
      "torch.nn.utils.convert_conv3d_weight_memory_format")  # fmt: skip
def insides_of_torch(*args, **kwargs) -> Object:
    """What torch's own code asks, and its compiler's classes.

    Not proven: it is refused.
    """
    raise Unsupported("it is of torch's own inside")


@port("torch.nn.functional.scaled_grouped_mm", "torch.nn.functional.scaled_mm")  # fmt: skip
def small_products(*args, **kwargs) -> Object:
    """Products of scaled numbers of eight bits and fewer.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow multiplies no tensors of eight bits with scales")


@port("torch.nn.utils.parametrize.ParametrizationList",
      "torch.nn.utils.parametrize.cached",
      "torch.nn.utils.parametrize.is_parametrized",
      "torch.nn.utils.parametrize.remove_parametrizations",
      "torch.nn.utils.parametrize.transfer_parametrizations_and_params",
      "torch.nn.utils.parametrize.type_before_parametrizations")  # fmt: skip
def weights_of_weights(*args, **kwargs) -> Object:
    """Weights that are computed from others, by name.

    Not proven: it is refused.
    """
    raise Unsupported("Keras has no such registry: compute the weight in call()")


@port("torch.nn.utils.fuse_conv_bn_eval", "torch.nn.utils.fuse_conv_bn_weights",
      "torch.nn.utils.fuse_linear_bn_eval", "torch.nn.utils.fuse_linear_bn_weights")  # fmt: skip
def fused(*args, **kwargs) -> Object:
    """Layers that are one in use.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow fuses layers itself, when it compiles")


@port("torch.bit", "torch.bits16", "torch.bits1x8", "torch.bits2x4",
      "torch.bits4x2", "torch.bits8", "torch.float4_e2m1fn_x2",
      "torch.float8_e4m3fn", "torch.float8_e4m3fnuz", "torch.float8_e5m2",
      "torch.float8_e5m2fnuz", "torch.float8_e8m0fnu", "torch.int1", "torch.int2",
      "torch.int3", "torch.int4", "torch.int5", "torch.int6", "torch.int7",
      "torch.uint1", "torch.uint2", "torch.uint3", "torch.uint4", "torch.uint5",
      "torch.uint6", "torch.uint7", "torch.qint32", "torch.qint8", "torch.quint2x4",
      "torch.quint4x2", "torch.quint8")  # fmt: skip
def small_numbers(*args, **kwargs) -> Object:
    """Numbers of eight bits and fewer, and unsigned ones.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow computes nothing in this dtype")


@port("torch.nn.functional.adaptive_max_pool1d_with_indices",
      "torch.nn.functional.adaptive_max_pool2d_with_indices",
      "torch.nn.functional.adaptive_max_pool3d_with_indices",
      "torch.nn.functional.fractional_max_pool2d_with_indices",
      "torch.nn.functional.fractional_max_pool3d_with_indices",
      "torch.nn.functional.max_pool1d_with_indices",
      "torch.nn.functional.max_pool2d_with_indices",
      "torch.nn.functional.max_pool3d_with_indices")  # fmt: skip
def with_indices_given(*args, **kwargs) -> Object:
    """Pooling that always gives the indices, too.

    Not proven: it is refused.
    """
    raise Unsupported("call it without _with_indices, with return_indices=True")


@port("Module.register_load_state_dict_post_hook",
      "Module.register_load_state_dict_pre_hook",
      "Module.register_state_dict_post_hook", "Module.register_state_dict_pre_hook",
      "Optimizer.register_load_state_dict_post_hook",
      "Optimizer.register_load_state_dict_pre_hook",
      "Optimizer.register_state_dict_post_hook",
      "Optimizer.register_state_dict_pre_hook", "Optimizer.register_step_post_hook",
      "Optimizer.register_step_pre_hook",
      "torch.optim.swap_in_optimizer_params_and_state")  # fmt: skip
def hooks_on_state(*args, **kwargs) -> Object:
    """Functions called when a state is saved or loaded, or an optimizer steps.

    Not proven: it is refused.
    """
    raise Unsupported(
        "Keras calls no functions there: call them where it is saved, loaded or stepped"
    )


@port("torch.utils.data.IterDataPipe", "torch.utils.data.MapDataPipe")  # fmt: skip
def data_pipes(*args, **kwargs) -> Object:
    """torch's data pipes.

    Not proven: it is refused.
    """
    raise Unsupported("write it with tf.data")
