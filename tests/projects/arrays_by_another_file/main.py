import numpy as np
from runner import Runner

runner = Runner()
print(*runner.run())
runner.agent.replay.obs = np.full((3, 2), 200.0)
print(*runner.run())
