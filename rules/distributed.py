"""torch.distributed: the same processes, which exchange tensors by TensorFlow's collectives.

Each process is one worker of a tf.distribute.MultiWorkerMirroredStrategy. The programs are proven
in tests/test_distributed.py, with two processes on each side.
"""

import json
import os

import tensorflow as tf

from porter.rule import Nothing, SameDtype, SameShape, Tensor, Unsupported, block, port


@block
class ProcessGroup:
    """torch.distributed's processes: they find each other by torch's environment variables.

    MASTER_ADDR tells of one machine only: on several, set TF_CONFIG to the address of each worker.
    """

    strategy, rank, world_size = None, 0, 1

    @classmethod
    def join(cls, rank=-1, world_size=-1):
        cls.rank = int(os.environ["RANK"]) if rank < 0 else rank
        cls.world_size = int(os.environ["WORLD_SIZE"]) if world_size < 0 else world_size
        if "TF_CONFIG" not in os.environ:
            if int(os.environ.get("LOCAL_WORLD_SIZE", cls.world_size)) < cls.world_size:
                raise RuntimeError("several machines: set TF_CONFIG to the address of each worker")
            host = os.environ.get("MASTER_ADDR", "localhost")
            first = int(os.environ.get("MASTER_PORT", "29500")) + 1
            workers = [f"{host}:{first + i}" for i in range(cls.world_size)]
            task = {"type": "worker", "index": cls.rank}
            os.environ["TF_CONFIG"] = json.dumps({"cluster": {"worker": workers}, "task": task})
        gpus = tf.config.list_physical_devices("GPU")
        if gpus:  # one for each process
            local_rank = int(os.environ.get("LOCAL_RANK", cls.rank))
            tf.config.set_visible_devices(gpus[local_rank % len(gpus)], "GPU")
        cls.strategy = tf.distribute.MultiWorkerMirroredStrategy()

    @classmethod
    def leave(cls):
        cls.strategy, cls.rank, cls.world_size = None, 0, 1

    @classmethod
    def run(cls, function, value):
        """function(context, value) in every process."""

        def replica(value):
            here = tf.nest.map_structure(tf.identity, value)
            return function(tf.distribute.get_replica_context(), here)

        return cls.strategy.run(replica, (value,))


@block
def all_reduce(tensor, op="SUM"):
    """The sum (or the mean) of a tensor, or of each in a list, over all processes."""
    return ProcessGroup.run(lambda context, value: context.all_reduce(op, value), tensor)


@block
def all_gather(tensor):
    """The tensors of all processes, stacked."""
    return ProcessGroup.run(lambda context, value: context.all_gather(value[None], 0), tensor)


@port("torch.distributed.init_process_group")
def init_process_group(
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
        return ProcessGroup.join(rank, world_size)
    raise Unsupported("init_method: set RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT")


@port("torch.distributed.destroy_process_group")
def destroy_process_group(group=None) -> Nothing:
    """The processes part.

    Not proven: tests/test_distributed.py runs two processes.
    """
    if group is None:
        return ProcessGroup.leave()
    raise Unsupported("groups of some of the processes")


@port("torch.distributed.get_rank")
def get_rank(group=None) -> int:
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
def reduce_sum() -> Nothing:
    """The sum over all processes.

    Not proven: tests/test_distributed.py runs two processes.
    """
    return "SUM"


@port("torch.distributed.ReduceOp.AVG")
def reduce_mean() -> Nothing:
    """The mean over all processes.

    Not proven: tests/test_distributed.py runs two processes.
    """
    return "MEAN"


@port("torch.distributed.all_reduce")
def reduced(tensor: Tensor, op="SUM", group=None, async_op=False) -> SameShape:
    """A tensor becomes its sum (or its mean) over all processes.

    Not proven: tests/test_distributed.py runs two processes.
    """
    if group is not None:
        raise Unsupported("groups of some of the processes")
    if async_op is False:
        return all_reduce(tensor, op)
    raise Unsupported("async_op: TensorFlow waits for all processes")


@port("torch.distributed.broadcast")
def broadcast(tensor: Tensor, src=0, group=None, async_op=False) -> SameShape:
    """A tensor becomes that of one process.

    Not proven: tests/test_distributed.py runs two processes.
    """
    if group is not None:
        raise Unsupported("groups of some of the processes")
    if async_op is False:
        return all_gather(tensor)[src]
    raise Unsupported("async_op: TensorFlow waits for all processes")


@port("torch.distributed.barrier")
def barrier(group=None, async_op=False, device_ids=None) -> SameDtype:
    """Wait for all processes.

    Not proven: tests/test_distributed.py runs two processes.
    """
    del device_ids
    if group is not None:
        raise Unsupported("groups of some of the processes")
    if async_op is False:
        return all_reduce(tf.constant(0))
    raise Unsupported("async_op: TensorFlow waits for all processes")


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
