import torch
import torch.nn.functional as F


def update(q, q_target, optimizer, memory, batch_size, gamma=0.99):
    for _ in range(10):
        s, a, r, s_next, done = memory.sample(batch_size)
        value = q(s).gather(1, a)
        best = q_target(s_next).max(1)[0].unsqueeze(1)
        target = r + gamma * best * done
        loss = F.smooth_l1_loss(value, target.detach())

        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


q = torch.nn.Linear(4, 2)
q_target = torch.nn.Linear(4, 2)
q_target.load_state_dict(q.state_dict())
optimizer = torch.optim.Adam(q.parameters(), lr=0.0005)
memory = None
update(q, q_target, optimizer, memory, 32)
