"""Code entries run on the real PyTorch, in several versions; every `torch.…` name looked up.

`course` verifies a whole course, `run` one entry in a process of its own, `warm`
in a fork that has PyTorch loaded already; `symbols` looks names up, `changes` compares
versions, `records` keeps what was verified, on which versions and where.
"""
