"""torch.distributed: the same processes, which exchange tensors by TensorFlow's collectives.

Each process is one worker of a tf.distribute.MultiWorkerMirroredStrategy. The programs are proven
in tests/test_distributed.py, with two processes on each side.
"""

import json
import os

import tensorflow as tf

from porter.rule import (
    Module,
    Nothing,
    Object,
    Same,
    SameDtype,
    SameShape,
    Tensor,
    Unsupported,
    block,
    port,
)


@block
class ProcessGroup:
    """What torch.distributed knows of the processes."""

    strategy, rank, world_size = None, 0, 1


@block
def init_process_group(rank=-1, world_size=-1):
    """The processes find each other by torch's environment variables.

    MASTER_ADDR tells of one machine only: on several, set TF_CONFIG to the address of each worker.
    """
    rank = int(os.environ["RANK"]) if rank < 0 else rank
    world_size = int(os.environ["WORLD_SIZE"]) if world_size < 0 else world_size
    if "TF_CONFIG" not in os.environ:
        if int(os.environ.get("LOCAL_WORLD_SIZE", world_size)) < world_size:
            raise RuntimeError("several machines: set TF_CONFIG to the address of each worker")
        host = os.environ.get("MASTER_ADDR", "localhost")
        first = int(os.environ.get("MASTER_PORT", "29500")) + 1
        cluster = {"worker": [f"{host}:{first + i}" for i in range(world_size)]}
        task = {"type": "worker", "index": rank}
        os.environ["TF_CONFIG"] = json.dumps({"cluster": cluster, "task": task})
    gpus = tf.config.list_physical_devices("GPU")
    if gpus:  # one for each process
        tf.config.set_visible_devices(gpus[rank % len(gpus)], "GPU")
    ProcessGroup.strategy = tf.distribute.MultiWorkerMirroredStrategy()
    ProcessGroup.rank, ProcessGroup.world_size = rank, world_size


@block
def destroy_process_group():
    """The processes part."""
    ProcessGroup.strategy, ProcessGroup.rank, ProcessGroup.world_size = None, 0, 1


@block
def in_each_process(function, value):
    """function(context, value) in a replica, as TensorFlow wants it: each process has one."""

    def replica(value):
        here = tf.nest.map_structure(tf.identity, value)
        return function(tf.distribute.get_replica_context(), here)

    return ProcessGroup.strategy.run(replica, (value,))


@block
def all_reduce(tensor, op="SUM"):
    """The sum (or the mean) of a tensor, or of each in a list, over all processes."""
    return in_each_process(lambda context, value: context.all_reduce(op, value), tensor)


@block
def all_gather(tensor):
    """The tensors of all processes, stacked."""
    return in_each_process(lambda context, value: context.all_gather(value[None], 0), tensor)


@block
def synchronized(module):
    """The network with the weights of the first process."""
    for variable in module.variables:
        variable.assign(all_gather(variable)[0])
    return module


@port(
    "torch.nn.parallel.DistributedDataParallel",
    note="gradients are averaged over the processes where they are taken; buffers stay each"
    " process's own",
)
def distributed_data_parallel(
    module: Module, device_ids=None, output_device=None, dim=0, broadcast_buffers=True,
    init_sync=True, process_group=None, bucket_cap_mb=None, find_unused_parameters=False,
    check_reduction=False, gradient_as_bucket_view=False, static_graph=False
) -> Same:  # fmt: skip
    """The network itself: all processes begin with the same weights.

    Not proven: tests/test_distributed.py runs two processes.
    """
    del device_ids, output_device, dim, broadcast_buffers, bucket_cap_mb, check_reduction
    del find_unused_parameters, gradient_as_bucket_view, static_graph
    if process_group is not None:
        raise Unsupported("groups of some of the processes")
    if not init_sync:
        return module
    return synchronized(module)


@port("torch.nn.DataParallel", note="TensorFlow runs the network on one device")
def data_parallel(module: Module, device_ids=None, output_device=None, dim=0) -> Same:
    """The network itself: what several devices compute is the same.

    Not proven: it is one device.
    """
    del device_ids, output_device, dim
    return module


@port("Module.module")
def wrapped(module: Module) -> Same:
    """What DistributedDataParallel and DataParallel wrap is the network itself.

    Not proven: it is the network.
    """
    return module


@port("torch.distributed.init_process_group")
def init_group(
    backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, store=None,
    group_name="", pg_options=None, device_id=None
) -> Nothing:  # fmt: skip
    """The processes find each other. TensorFlow must not have computed anything before.

    Not proven: tests/test_distributed.py runs two processes.
    """
    del backend, timeout, group_name, pg_options, device_id
    if store is not None:
        raise Unsupported("a store: set RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT")
    if init_method is None or init_method == "env://":
        return init_process_group(rank=rank, world_size=world_size)
    raise Unsupported("init_method: set RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT")


@port("torch.distributed.destroy_process_group")
def destroy_group(group=None) -> Nothing:
    """The processes part.

    Not proven: tests/test_distributed.py runs two processes.
    """
    if group is None:
        return destroy_process_group()
    raise Unsupported("groups of some of the processes")


@port("torch.distributed.get_rank")
def this_process(group=None) -> int:
    """Which of the processes this is.

    Not proven: tests/test_distributed.py runs two processes.
    """
    if group is None:
        return ProcessGroup.rank
    raise Unsupported("groups of some of the processes")


@port("torch.distributed.get_world_size")
def get_world_size(group=None) -> int:
    """How many processes there are.

    Not proven: tests/test_distributed.py runs two processes.
    """
    if group is None:
        return ProcessGroup.world_size
    raise Unsupported("groups of some of the processes")


@port("torch.distributed.is_initialized")
def is_initialized() -> bool:
    """Whether the processes have found each other.

    Not proven: tests/test_distributed.py runs two processes.
    """
    return ProcessGroup.strategy is not None


@port("torch.distributed.is_available")
def is_available() -> bool:
    """Whether there is anything to exchange tensors with.

    >>> torch.distributed.is_available()
    """
    return True


@port("torch.distributed.ReduceOp.SUM")
def reduce_sum() -> Object:
    """The sum over all processes.

    Not proven: tests/test_distributed.py runs two processes.
    """
    return "SUM"


@port("torch.distributed.ReduceOp.AVG")
def reduce_mean() -> Object:
    """The mean over all processes.

    Not proven: tests/test_distributed.py runs two processes.
    """
    return "MEAN"


@port("torch.distributed.all_reduce")
def reduced_by_all(tensor: Tensor, op="SUM", group=None, async_op=False) -> SameShape:
    """A tensor becomes its sum (or its mean) over all processes.

    Not proven: tests/test_distributed.py runs two processes.
    """
    if group is not None:
        raise Unsupported("groups of some of the processes")
    if async_op:
        raise Unsupported("async_op: TensorFlow waits for all processes")
    return all_reduce(tensor, op)


@port("torch.distributed.broadcast")
def broadcast(tensor: Tensor, src=0, group=None, async_op=False) -> SameShape:
    """A tensor becomes that of one process.

    Not proven: tests/test_distributed.py runs two processes.
    """
    if group is not None:
        raise Unsupported("groups of some of the processes")
    if async_op:
        raise Unsupported("async_op: TensorFlow waits for all processes")
    return all_gather(tensor)[src]


@port("torch.distributed.barrier")
def barrier(group=None, async_op=False, device_ids=None) -> SameDtype:
    """Wait for all processes.

    Not proven: tests/test_distributed.py runs two processes.
    """
    del device_ids
    if group is not None:
        raise Unsupported("groups of some of the processes")
    if async_op:
        raise Unsupported("async_op: TensorFlow waits for all processes")
    return all_reduce(tf.constant(0))


@port(
    "torch.distributed.all_gather", "torch.distributed.reduce", "torch.distributed.send",
    "torch.distributed.recv", "torch.distributed.gather", "torch.distributed.scatter",
    "torch.distributed.new_group", "torch.distributed.all_gather_object",
    "torch.distributed.broadcast_object_list", "torch.distributed.all_reduce_coalesced",
    "torch.utils.data.DistributedSampler", "torch.utils.data.distributed.DistributedSampler",
)  # fmt: skip
def distributed(*args, **options) -> Nothing:
    """Other ways to exchange tensors.

    Not proven: it is refused.
    """
    raise Unsupported("write what exchanges tensors with tf.distribute")
