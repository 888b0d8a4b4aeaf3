import torch


def a2c_step(policy_net, value_net, optimizer_policy, optimizer_value, states, actions, returns, l2_reg):
    values_pred = value_net(states)
    value_loss = (values_pred - returns).pow(2).mean()
    for param in value_net.parameters():
        value_loss += param.pow(2).sum() * l2_reg
    optimizer_value.zero_grad()
    value_loss.backward()
    optimizer_value.step()

    advantages = returns - values_pred.detach()
    log_probs = policy_net.get_log_prob(states, actions)
    policy_loss = -(log_probs * advantages).mean()
    optimizer_policy.zero_grad()
    policy_loss.backward()
    torch.nn.utils.clip_grad_norm_(policy_net.parameters(), 40)
    optimizer_policy.step()
    return value_loss, policy_loss
