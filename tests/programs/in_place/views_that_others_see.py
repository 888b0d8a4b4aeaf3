# told: P102
# lines: 21 22 23 24 28 32 36 42 45
import torch


class Store:
    def __init__(self):
        self.kept = torch.zeros(3)
        self.read = torch.zeros(3)
        self.handed = torch.zeros(3)
        self.asked = torch.zeros(3)
        self.entered = torch.zeros(3)
        self.called = torch.zeros(3)
        self.yielded = torch.zeros(3)
        self.closed = torch.zeros(3)
        self.by_name = torch.zeros(3)
        self.ended = torch.zeros(3)
        self.other = None

    def write(self):
        self.kept[0] = 1.0
        self.read[0] = 2.0
        self.yielded[0] = 3.0
        self.closed[0] = 4.0
        self.ended[0] = 5.0

    def write_handed(self):
        self.handed[0] = 6.0

    @property
    def count(self):
        self.asked[0] = 7.0
        return 1

    def __enter__(self):
        self.entered[0] = 8.0

    def __exit__(self, *error):
        pass

    def write_called(self):
        self.called[0] = 9.0

    def write_named(self):
        self.by_name[0] = 10.0

    def keep(self):
        kept = self.kept.view(-1)
        self.other = kept

    def give(self):
        return self.read, 1

    def hand(self, call):
        handed = self.handed.view(-1)
        call()
        return handed.sum().item()

    def ask(self):
        asked = self.asked.view(-1)
        return self.count * asked.sum().item()

    def enter(self):
        entered = self.entered.view(-1)
        with self:
            return entered.sum().item()

    def hook(self):
        pass

    def call(self):
        called = self.called.view(-1)
        self.hook()
        return called.sum().item()

    def sums(self):
        yielded = self.yielded.view(-1)
        while True:
            yield yielded.sum().item()

    def close(self):
        closed = self.closed.view(-1)
        return lambda: closed.sum().item()

    def name(self, name):
        by_name = self.by_name.view(-1)
        getattr(self, name)()
        return by_name.sum().item()

    def end(self):
        ended = self.ended.view(-1)
        return ended.sum().item()


class Heir(Store):
    def hook(self):
        self.write_called()


store = Heir()
store.keep()
read, _ = store.give()
sums, closed = store.sums(), store.close()
print(next(sums), closed())
store.write()
print(store.other.sum().item(), read.sum().item(), next(sums), closed(), store.end())
print(store.hand(store.write_handed), store.ask(), store.enter(), store.call())
print(store.name("write_named"))
