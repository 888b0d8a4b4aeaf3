import torch
import torch.multiprocessing as mp
import torch.distributed as dist

torch.set_num_threads(1)
torch.set_default_dtype(torch.float32)
torch.set_default_dtype(torch.float64)
torch.set_printoptions(precision=3, sci_mode=False)
torch.backends.cuda.matmul.allow_tf32 = True
torch.set_float32_matmul_precision("high")
if torch.backends.mps.is_available():
    device = torch.device("mps")
elif torch.cuda.is_available() and torch.cuda.device_count() > 1:
    device = torch.device("cuda", torch.cuda.current_device())
    print(torch.cuda.get_device_name(0), torch.cuda.memory_allocated() / 2**20)
    torch.cuda.synchronize()
    torch.cuda.empty_cache()
else:
    device = torch.device("cpu")
print(torch.__version__, torch.version.cuda, torch.pi, -torch.inf, torch.initial_seed())
state = torch.get_rng_state()
generator = torch.Generator(device).manual_seed(3)
dist.init_process_group("nccl")
process = mp.Process(target=print, args=(1,))
# output
import math
import os

os.environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")  # others may use the GPU as well

import tensorflow as tf
import torch
import multiprocessing as mp
from torch_compat import Generator, gpu_details, init_process_group, set_threads

set_threads(tf.config.threading.set_intra_op_parallelism_threads, 1)
# porter: P102 torch.set_default_dtype: TensorFlow has no default dtype: the port says float32 where it is one
torch.set_default_dtype(torch.float64)
tf.config.experimental.enable_tensor_float_32_execution(True)
tf.config.experimental.enable_tensor_float_32_execution(True)
if False:
    device = "mps"
elif (
    bool(tf.config.list_physical_devices("GPU"))
    and len(tf.config.list_physical_devices("GPU")) > 1
):
    device = "cuda" + ":" + str(0)
    print(
        gpu_details(0)["device_name"],
        tf.config.experimental.get_memory_info("GPU:0")["current"] / 2**20,
    )
    tf.test.experimental.sync_devices()
else:
    device = "cpu"
# porter: P104 torch.seed: TensorFlow does not tell its seed: set one with torch.manual_seed
print(torch.__version__, torch.version.cuda, torch.pi, -torch.inf, torch.initial_seed())
# porter: P104 torch.get_rng_state: TensorFlow does not tell the state of its generator
state = torch.get_rng_state()
generator = Generator(device).manual_seed(3)
init_process_group()
process = mp.Process(target=print, args=(1,))
# findings
# settings/devices_and_processes.py:5:1: N402 note TensorFlow keeps the number it has once it has computed
# settings/devices_and_processes.py:7:1: P102 error torch.set_default_dtype: TensorFlow has no default dtype: the port says float32 where it is one -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# settings/devices_and_processes.py:8:1: N402 note TensorFlow's tensors are printed as NumPy prints arrays
# settings/devices_and_processes.py:11:4: N402 note to TensorFlow these are GPUs like any other: torch.cuda.is_available() counts them
# settings/devices_and_processes.py:20:68: P104 error torch.seed: TensorFlow does not tell its seed: set one with torch.manual_seed -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# settings/devices_and_processes.py:21:9: P104 error torch.get_rng_state: TensorFlow does not tell the state of its generator -> write it with TensorFlow by hand, or with a rule of your own (--rules)
