"""Code entries run on the real PyTorch; every `torch.…` name looked up in it.

`course` verifies a whole course, `run` one entry in a process of its own, `warm`
in a fork that has PyTorch loaded already; `symbols` looks names up, `records` keeps
what was verified, on which version and where.
"""
