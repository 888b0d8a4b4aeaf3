from agent import Agent


class Runner:
    def __init__(self):
        self.agent = Agent()

    def run(self):
        return [v.sum().item() for v in self.agent.act()]
