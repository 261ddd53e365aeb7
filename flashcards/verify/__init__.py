"""Code entries run on the real PyTorch; every `torch.…` name looked up.

`run` runs the entries of a course, each in a process of its own; `symbols` looks names up;
`records` keeps what was verified, on which versions and where.
"""
