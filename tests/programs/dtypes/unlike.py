import torch

print(
    torch.Tensor([1, 2]).tolist(),
    torch.Tensor([1, 2]).dtype,
    torch.Tensor([[True, False]]).tolist(),
    torch.Tensor(2, 3).shape,
    torch.Tensor([]).shape,
    torch.LongTensor([1.0, 2.0] if False else [1, 2]).tolist(),
    torch.FloatTensor([3]).tolist(),
    torch.Tensor((1, 2)).tolist(),
    torch.Tensor(range(3)).tolist(),
)
print(
    torch.equal(torch.tensor([1, 2]), torch.tensor([1.0, 2.0])),
    torch.equal(torch.tensor([1]), torch.tensor([1, 2])),
    torch.tensor([1, 2]).equal(torch.tensor([1, 2])),
    torch.equal(torch.tensor([True]), torch.tensor([1])),
)
print(
    torch.normal(torch.zeros(3), torch.ones(3)).shape,
    torch.normal(0, 1, size=(2, 2)).shape,
    torch.normal(0.0, 1.0, (3,)).dtype,
    torch.normal(2, torch.ones(2)).shape,
    torch.normal(torch.zeros(2), 1).shape,
)
print(
    torch.allclose(torch.tensor([1.0]), torch.tensor([1.0 + 1e-9])),
    torch.eq(torch.tensor([1, 2]), torch.tensor([1.0, 3.0])).tolist(),
    (torch.tensor([1, 2]) == torch.tensor([1.0, 3.0])).tolist(),
    torch.isclose(torch.tensor([1.0]), torch.tensor([1.1])).tolist(),
)
