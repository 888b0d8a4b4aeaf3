"""torch.multiprocessing: workers that share networks are threads.

Everything else of torch.multiprocessing is Python's own, and stays.
"""

import atexit
import signal
import threading

from porter.rule import Nothing, Same, Unsupported, block, port


@block
class WorkerThread(threading.Thread):
    """multiprocessing.Process as a thread: there is one memory, so networks are shared in it.

    What a worker raises is raised again in the main thread, whatever that waits for.
    """

    error = None

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        super().__init__(group, target, name, args, kwargs, daemon=daemon)
        self.exitcode = None

    def start(self):
        if threading.current_thread() is threading.main_thread():
            WorkerThread.error = None
            signal.signal(signal.SIGUSR1, WorkerThread.raise_error)
        if not self.daemon:
            atexit.register(self.join)  # the program waits for it, but not after an error
        self.daemon = True
        self.work, self.run = self.run, self.watched
        super().start()

    def watched(self):
        try:
            self.work()
            self.exitcode = 0
        except SystemExit as end:
            self.exitcode = int(bool(end.code))
        except BaseException as error:
            self.exitcode, WorkerThread.error = 1, error
            signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)

    @staticmethod
    def raise_error(*_):
        raise WorkerThread.error

    def join(self, timeout=None):
        if WorkerThread.error is None:
            super().join(timeout)

    def terminate(self):
        """A thread can't be stopped: it ends with the program, which no longer waits for it."""
        atexit.unregister(self.join)

    kill = terminate


@port("Module.share_memory", "Optimizer.share_memory")
def share_memory(owner) -> Same:
    """The network itself: threads share it anyway.

    >>> net.share_memory()(x)
    """
    return owner


@port("torch.multiprocessing.set_sharing_strategy")
def set_sharing_strategy(new_strategy) -> Nothing:
    """How processes share tensors: threads need nothing.

    >>> torch.multiprocessing.set_sharing_strategy("file_system")
    """
    del new_strategy
    return None


@port("torch.multiprocessing.spawn", "torch.multiprocessing.start_processes")
def spawn(*args, **options) -> Nothing:
    """Processes that are started at once.

    Not proven: it is refused.
    """
    raise Unsupported("start the workers one by one, with Process")
