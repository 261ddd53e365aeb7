"""Code entries run on the real PyTorch, in several versions; every `torch.…` name looked up.

`course` verifies a whole course and compares versions, `run` one entry in a process of its
own, which `sandbox` walls in; `symbols` looks names up, `records` keeps what was verified, on
which versions and where.
"""
