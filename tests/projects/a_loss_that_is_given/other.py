"""A program of its own."""


def run(trainer, loss):
    trainer.learn(loss)
    print(loss)
