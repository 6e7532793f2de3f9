# SPDX-License-Identifier: GPL-3.0-or-later
"""Steps a second of THEORY.md section 13's transformer in PyTorch, as joma.md's authors write it:
nn.TransformerEncoder, cross-entropy over the whole vocabulary, clipped gradients, Adam.

usage: torch_transformer.py [layers V threads seconds]
prints steps a second, and seconds of processor time a step; fails where torch is not there
"""
import math
import sys
import time

import torch

LAYERS, V, THREADS = (int(v) for v in (sys.argv[1:4] or (2, 5000, 2)))
SECONDS = float(sys.argv[4]) if len(sys.argv) > 4 else 10
BATCH, T, D, HIDDEN, HEADS, DROPOUT = 20, 35, 200, 200, 1, 0.2

torch.set_num_threads(THREADS)
torch.manual_seed(1)


class Network(torch.nn.Module):
    def __init__(self):
        super().__init__()
        angle = torch.arange(T).unsqueeze(1) * torch.exp(torch.arange(0, D, 2) * (-math.log(10000.0) / D))
        position = torch.zeros(T, 1, D)
        position[:, 0, 0::2] = torch.sin(angle)
        position[:, 0, 1::2] = torch.cos(angle)
        self.register_buffer("position", position)
        self.register_buffer("mask", torch.triu(torch.full((T, T), float("-inf")), diagonal=1))
        self.embedding = torch.nn.Embedding(V, D)
        self.dropout = torch.nn.Dropout(DROPOUT)
        layer = torch.nn.TransformerEncoderLayer(D, HEADS, HIDDEN, DROPOUT)
        self.layers = torch.nn.TransformerEncoder(layer, LAYERS)
        self.output = torch.nn.Linear(D, V)
        torch.nn.init.uniform_(self.embedding.weight, -0.1, 0.1)
        torch.nn.init.uniform_(self.output.weight, -0.1, 0.1)
        torch.nn.init.zeros_(self.output.bias)

    def forward(self, words):
        x = self.dropout(self.embedding(words) * math.sqrt(D) + self.position)
        return self.output(self.layers(x, self.mask))


network = Network()
network.train()
adam = torch.optim.Adam(network.parameters(), lr=1e-4)
words = torch.randint(V, (T, BATCH))
targets = torch.randint(V, (T * BATCH,))
steps, begin, cpu = -2, time.monotonic(), time.process_time()
while steps <= 0 or time.monotonic() - begin < SECONDS:
    if steps == 0:
        begin, cpu = time.monotonic(), time.process_time()
    adam.zero_grad()
    torch.nn.functional.cross_entropy(network(words).view(-1, V), targets).backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
    adam.step()
    steps += 1
print(f"{steps / (time.monotonic() - begin):.3f} {(time.process_time() - cpu) / steps:.5f}")
