import torch
import torch.nn as nn
import torch.optim as optim
from torch.optim import lr_scheduler


def train_model(model, criterion, optimizer, scheduler, dataloaders, sizes, num_epochs=3):
    best = 0.0
    for epoch in range(num_epochs):
        for phase in ["train", "val"]:
            if phase == "train":
                model.train()
            else:
                model.eval()
            running_loss = 0.0
            running_corrects = 0
            for inputs, labels in dataloaders[phase]:
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == "train"):
                    outputs = model(inputs)
                    _, preds = torch.max(outputs, 1)
                    loss = criterion(outputs, labels)
                    if phase == "train":
                        loss.backward()
                        optimizer.step()
                running_loss += loss.item() * inputs.size(0)
                running_corrects += torch.sum(preds == labels.data)
            if phase == "train":
                scheduler.step()
            epoch_loss = running_loss / sizes[phase]
            epoch_acc = running_corrects.double() / sizes[phase]
            print(f"{phase} Loss: {epoch_loss:.4f} Acc: {epoch_acc:.4f}")
            if phase == "val" and epoch_acc > best:
                best = epoch_acc
    print(f"Best val Acc: {best:4f}")
    return model


model = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 2))
for i, p in enumerate(model.parameters()):
    p.data.copy_(torch.linspace(-0.5, 0.6, p.numel()).view_as(p))
x = torch.tensor([[1.0, 2.0], [3.0, -1.0], [0.5, 0.5], [-1.0, 1.0]])
y = torch.tensor([0, 1, 1, 0])
data = {
    k: torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x, y), batch_size=2)
    for k in ("train", "val")
}
opt = optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
train_model(
    model,
    nn.CrossEntropyLoss(),
    opt,
    lr_scheduler.StepLR(opt, 2, 0.1),
    data,
    {"train": 4, "val": 4},
)
