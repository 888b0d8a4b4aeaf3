# Class activation maps in three spellings: hooks of the layer, a hook of its output, and the
# gradient that its output keeps.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 2, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(2, 3, 3, padding=1)
        )
        self.classifier = nn.Linear(3, 4)

    def forward(self, x):
        x = F.relu(self.features(x))
        return self.classifier(x.mean((2, 3)))


class GradCAM:
    def __init__(self, model, target_layer):
        self.model = model
        self.gradient = None
        self.activation = None
        self.handles = [
            target_layer.register_forward_hook(self.save_activation),
            target_layer.register_full_backward_hook(self.save_gradient),
        ]

    def save_activation(self, module, inputs, output):
        self.activation = output

    def save_gradient(self, module, grad_input, grad_output):
        self.gradient = grad_output[0]

    def __call__(self, x, index=None):
        logits = self.model(x)
        if index is None:
            index = logits.argmax(dim=1).item()
        self.model.zero_grad()
        logits[0, index].backward()
        weights = self.gradient.mean(dim=(2, 3), keepdim=True)
        cam = F.relu((weights * self.activation).sum(dim=1))
        return cam / (cam.max() + 1e-8)


net = Net()
for p in net.parameters():
    p.data.copy_(torch.linspace(-0.5, 0.7, p.numel()).reshape(p.shape))
image = torch.linspace(-1, 1, 16).reshape(1, 1, 4, 4)
cam = GradCAM(net, net.features[3])
print([round(v, 5) for v in cam(image).flatten().tolist()])
print([round(v, 5) for v in cam(image, 0).flatten().tolist()])
for handle in cam.handles:
    handle.remove()
print([round(v, 5) for v in net(image).flatten().tolist()])
