"""Code entries run on the real PyTorch; every `torch.…` name looked up in it.

`runs` runs one entry in a process of its own, `symbols` resolves names, and
`records` keeps what was verified, on which version and where.
"""
