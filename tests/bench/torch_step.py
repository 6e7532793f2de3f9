# SPDX-License-Identifier: GPL-3.0-or-later
"""Steps a second of THEORY.md section 8's network in PyTorch, as its authors would write it.

usage: torch_step.py [L H N G threads seconds]   prints one number; fails where torch is not there
"""
import sys
import time

import torch

L, H, N, G, THREADS = (int(v) for v in (sys.argv[1:6] or (2, 4, 128, 32, 1)))
SECONDS = float(sys.argv[6]) if len(sys.argv) > 6 else 10
B, T, N0 = 64, 48, 64

torch.set_num_threads(THREADS)
torch.manual_seed(1)


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.query = torch.nn.Linear(N0, H * G, bias=False)
        self.key = torch.nn.Linear(N0, H * G, bias=False)
        self.value = torch.nn.Linear(N, H * N, bias=False)

    def forward(self, x, z):
        q = self.query(x).view(B, T, H, G).transpose(1, 2)
        k = self.key(x).view(B, T, H, G).transpose(1, 2)
        v = self.value(z).view(B, T, H, N).transpose(1, 2)
        attention = torch.softmax(q @ k.transpose(2, 3) / G**0.5, dim=-1)
        return (attention @ v).sum(1) / H**0.5


class Network(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = torch.nn.Linear(N0, N, bias=False)
        self.layers = torch.nn.ModuleList(Layer() for _ in range(L))
        self.readout = torch.nn.Linear(N, 1, bias=False)

    def forward(self, x):
        z = self.embedding(x)
        for layer in self.layers:
            z = layer(x, z)
        return self.readout(z.mean(1)).squeeze(1)


network = Network()
adam = torch.optim.Adam(network.parameters(), lr=3e-4, weight_decay=5e-5)
x = torch.randn(B, T, N0)
y = torch.sign(torch.randn(B))
steps, begin = -3, time.monotonic()
while steps <= 0 or time.monotonic() - begin < SECONDS:
    if steps == 0:
        begin = time.monotonic()
    adam.zero_grad()
    ((network(x) - y) ** 2).mean().backward()
    adam.step()
    steps += 1
print(f"{steps / (time.monotonic() - begin):.2f}")
