"""Several processes: torch.multiprocessing and torch.distributed, which are not ported."""

from porter.rule import Nothing, Unsupported, port


@port(
    "torch.multiprocessing.Process", "torch.multiprocessing.Queue", "torch.multiprocessing.Pipe",
    "torch.multiprocessing.Pool", "torch.multiprocessing.Value", "torch.multiprocessing.Lock",
    "torch.multiprocessing.Array", "torch.multiprocessing.Event", "torch.multiprocessing.Manager",
    "torch.multiprocessing.SimpleQueue", "torch.multiprocessing.Barrier",
    "torch.multiprocessing.get_context", "torch.multiprocessing.set_start_method",
    "torch.multiprocessing.set_sharing_strategy", "torch.multiprocessing.spawn",
    "torch.multiprocessing.cpu_count", "torch.multiprocessing.current_process",
    "Module.share_memory", "Optimizer.share_memory",
)  # fmt: skip
def multiprocessing(*args, **options) -> Nothing:
    """Processes that share the memory of tensors.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow's processes share no memory: pass weights as arrays instead")


@port(
    "torch.distributed.init_process_group", "torch.distributed.destroy_process_group",
    "torch.distributed.all_reduce", "torch.distributed.all_gather", "torch.distributed.reduce",
    "torch.distributed.broadcast", "torch.distributed.barrier", "torch.distributed.send",
    "torch.distributed.recv", "torch.distributed.gather", "torch.distributed.scatter",
    "torch.distributed.get_rank", "torch.distributed.get_world_size",
    "torch.distributed.is_initialized", "torch.distributed.is_available",
    "torch.distributed.new_group", "torch.distributed.all_gather_object",
    "torch.distributed.ReduceOp.SUM", "torch.distributed.ReduceOp.AVG",
    "torch.distributed.broadcast_object_list", "torch.distributed.all_reduce_coalesced",
    "torch.utils.data.DistributedSampler", "torch.utils.data.distributed.DistributedSampler",
)  # fmt: skip
def distributed(*args, **options) -> Nothing:
    """Processes that exchange tensors.

    Not proven: it is refused.
    """
    raise Unsupported("write what exchanges tensors with tf.distribute")
