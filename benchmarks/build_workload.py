"""The same notes for every contestant: terms with a meaning, a third of them with code.

A fixed seed gives the same files on every machine. Each note makes two cards.
"""

import json
import random
from pathlib import Path
from typing import TypedDict

NOTES_IN_A_FILE = 100
MODULES = (
    "torch", "torch.nn", "torch.autograd", "torch.optim", "torch.utils.data",
    "torch.distributed", "torch.cuda", "torch.fx", "torch.export", "torch.compile",
    "torch.nn.functional", "torch.linalg", "torch.sparse", "torch.profiler", "torch.amp",
    "torch.func", "torch.jit", "torch.onnx",
)  # fmt: skip
NOUNS = (
    "Dispatcher", "Tensor", "Storage", "Autograd", "Graph", "Kernel", "Stream", "Allocator",
    "Bucket", "Reducer", "Module", "Parameter", "Buffer", "Hook", "Optimizer", "Scheduler",
    "Sampler", "Loader", "Guard", "Backend", "Shard", "Mesh", "Pipeline", "Tracer", "Proxy",
    "Partition", "Checkpoint", "Scaler", "Context", "Functional",
)  # fmt: skip
ADJECTIVES = (
    "Lazy", "Eager", "Fused", "Sharded", "Nested", "Pinned", "Quantized", "Symbolic", "Static",
    "Dynamic", "Distributed", "Deferred", "Strided", "Sparse", "Batched", "Versioned", "Cached",
    "Async", "Meta", "Fake",
)  # fmt: skip
VERBS = (
    "records", "dispatches", "copies", "allocates", "reduces", "broadcasts", "accumulates",
    "traces", "guards", "schedules", "replays", "partitions", "synchronizes", "materializes",
    "caches", "releases", "wraps", "splits",
)  # fmt: skip
OBJECTS = (
    "the gradient of every leaf tensor",
    "the operators seen during the forward pass",
    "a contiguous block of device memory",
    "the bucketed gradients across all ranks",
    "the shape and stride of its input",
    "the saved tensors for backward",
    "the random state before a checkpointed region",
    "the compiled graph for a given set of guards",
    "the parameters that belong to one shard",
    "the work queued on the current stream",
)
ENDS = (
    "before the next step begins",
    "only when `requires_grad` is set",
    "once per process group",
    "without leaving the device",
    "unless **no_grad** is active",
    "as soon as its last user has finished",
    "so that the host does not wait",
    "and keeps a version counter",
    "in the order given by the `DataLoader`",
    "when the input shape changes",
)
TAGS = (
    "autograd", "tensors", "distributed", "compile", "memory", "data", "optim", "nn",
    "profiling", "export", "amp", "cuda",
)  # fmt: skip
CODE = (
    "x_{i:05d} = torch.randn({a}, {b}, requires_grad=True)\n"
    "y = (x_{i:05d} * {c}).sum()\ny.backward()",
    "layer_{i:05d} = nn.Linear({a}, {b})\nx_{i:05d} = torch.zeros(1, {a})\n"
    'print(layer_{i:05d}(x_{i:05d}).shape, "ok")',
    "with torch.no_grad():\n    x_{i:05d} = torch.ones({a}, {b}).t().contiguous()\n"
    "    assert x_{i:05d}.stride() == ({a}, 1)",
    "for x_{i:05d} in DataLoader(dataset, batch_size={a}):\n"
    "    loss = model(x_{i:05d}).mean() / {b}\n    scaler.scale(loss).backward()",
)


class WrittenNote(TypedDict):
    key: str
    term: str
    meaning: str
    code: str
    tags: list[str]


def notes(count: int) -> list[WrittenNote]:
    """Meanings of about 120 characters with light Markdown, code of three lines."""
    chance = random.Random(20240607)
    return [_note(number, chance) for number in range(count)]


def _note(number: int, chance: random.Random) -> WrittenNote:
    adjective, noun = chance.choice(ADJECTIVES), chance.choice(NOUNS)
    module = chance.choice(MODULES)
    meaning = (
        f"In `{module}`, it {chance.choice(VERBS)} {chance.choice(OBJECTS)} {chance.choice(ENDS)}"
    )
    while len(meaning) < 112:
        meaning += f", then {chance.choice(VERBS)} it"
    code = ""
    if chance.random() < 1 / 3:
        a, b, c = (chance.randint(2, most) for most in (64, 64, 9))
        code = chance.choice(CODE).format(i=number, a=a, b=b, c=c)
    return {
        "key": f"{adjective.lower()}-{noun.lower()}-{number:05d}",
        "term": f"{module}.{adjective}{noun}{number}",
        "meaning": f"{meaning}.",
        "code": code,
        "tags": [chance.choice(TAGS), f"stage{chance.randint(1, 4)}"],
    }


def write_plain(folder: Path, count: int) -> None:
    """A list of mappings in each file: what a script of one's own would read."""
    for number, part in _parts(count):
        text = "".join(_plain(note) for note in part)
        (folder / f"{number:04d}.yaml").write_text(text, encoding="utf-8")


def write_course(folder: Path, count: int) -> None:
    """The same notes as a ptquiz course."""
    decks = folder / "decks"
    decks.mkdir(parents=True)
    (decks / "course.yaml").write_text(
        "id: bench\ntitle: PyTorch glossary\nauthor: nobody\nlicence: CC0\n", encoding="utf-8"
    )
    for number, part in _parts(count):
        head = f"deck: d{number:04d}\ntitle: Part {number}\nentries:\n"
        text = head + "".join(_entry(note) for note in part)
        (decks / f"d{number:04d}.yaml").write_text(text, encoding="utf-8")


def _parts(count: int) -> list[tuple[int, list[WrittenNote]]]:
    made = notes(count)
    starts = range(0, count, NOTES_IN_A_FILE)
    return [(start // NOTES_IN_A_FILE, made[start : start + NOTES_IN_A_FILE]) for start in starts]


def _plain(note: WrittenNote) -> str:
    text = f"- key: {note['key']}\n  term: {_quoted(note['term'])}\n"
    text += f"  meaning: {_quoted(note['meaning'])}\n"
    if note["code"]:
        text += "  code: |\n" + _indented(note["code"])
    return text + f"  tags: [{', '.join(note['tags'])}]\n"


def _entry(note: WrittenNote) -> str:
    text = f"- term: {_quoted(note['term'])}\n  key: {note['key']}\n"
    text += f"  meaning: {_quoted(note['meaning'])}\n"
    if note["code"]:
        text += "  why: |\n" + _indented(f"```python\n{note['code']}\n```")
    return text + f"  tags: [{', '.join(note['tags'])}]\n"


def _quoted(text: str) -> str:
    """Plain where YAML allows it, else in double quotes."""
    special = any(sign in text for sign in ":#{}[]&*!|>'\"%@`")
    return json.dumps(text, ensure_ascii=False) if special else text


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.split("\n"))
