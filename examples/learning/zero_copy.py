"""A batch's arrays as tensors of PyTorch and as arrays of JAX, by DLPack.

    pip install "hanabi[sim]" torch jax
    python examples/learning/zero_copy.py

A tensor shares the memory: after every step it has the new observations, and nothing is copied. JAX expects that its
arrays never change, so there each step is copied once.
"""

import jax.numpy as jnp
import torch

from hanabi.simulation import STANDARD, Batch

batch = Batch(STANDARD, players=2, games=1024, seed=1, observe="player")
batch.reset()
observations, legal = torch.from_dlpack(batch.observations), torch.from_dlpack(batch.legal)
for _ in range(5):
    preferences = torch.rand(legal.shape).masked_fill(legal == 0, -1)
    batch.step(preferences.argmax(1))  # a tensor of integers is taken as it is
assert observations.data_ptr() == batch.observations.ctypes.data
print("PyTorch:", observations.shape, "bits set:", int(observations.sum()))

for _ in range(5):
    copied = jnp.from_dlpack(batch.legal, copy=True)
    batch.step(jnp.argmax(copied, axis=1))
print("JAX:", jnp.from_dlpack(batch.observations, copy=True).shape)
