"""What somebody may type for a name, and whether it is that name: for the terminal and for Anki."""

from typing import NamedTuple


class TypedCase(NamedTuple):
    """A typed text, the names that are accepted, and whether it is one of them."""

    typed: str
    names: tuple[str, ...]
    accepted: bool
    case: bool = False


CASES = (
    TypedCase("gradient bucket", ("gradient bucket",), True),
    TypedCase("Gradient Bucket", ("gradient bucket",), True),
    TypedCase("gradient-bucket", ("gradient bucket",), True),
    TypedCase("  gradient\t bucket ", ("gradient bucket",), True),
    TypedCase("gradient\u00a0bucket", ("gradient bucket",), True),
    TypedCase("ｇｒａｄｉｅｎｔ　ｂｕｃｋｅｔ", ("gradient bucket",), True),
    TypedCase("`gradient` bucket", ("gradient bucket",), True),
    TypedCase("all-to-all", ("all to all",), True),
    TypedCase("all to-all", ("all-to-all",), True),
    TypedCase("gradientbucket", ("gradient bucket",), False),
    TypedCase("gradient bukket", ("gradient bucket",), False),
    TypedCase("bucket", ("gradient bucket", "bucket"), True),
    TypedCase("BUCKET", ("gradient bucket", "bucket"), True),
    TypedCase("buckets", ("gradient bucket", "bucket"), False),
    TypedCase("", ("bucket",), False),
    TypedCase("TF32", ("tf32",), True),
    TypedCase("tf-32", ("tf32",), False),
    TypedCase("1-2", ("1 2",), False),
    TypedCase("a-1", ("a 1",), False),
    TypedCase("‘meta’ device", ("'meta' device",), True),
    TypedCase("“meta” device", ('"meta" device',), True),
    TypedCase("8", ("8.0",), True),
    TypedCase("1e3", ("1000",), True),
    TypedCase("1E3", ("1000",), True),
    TypedCase("8", ("80",), False),
    TypedCase("straße", ("STRASSE",), True),
    TypedCase("ΛΌΓΟΣ", ("λόγος",), True),
    TypedCase("张量", ("张量",), True),
    TypedCase("张量-并行", ("张量 并行",), True),
    TypedCase("CUDA图", ("CUDA 图",), True),
    TypedCase("cuda  图", ("CUDA图",), True),
    TypedCase("ＣＵＤＡ　图", ("CUDA 图",), True),
    TypedCase("CUDA的图", ("CUDA 图",), True),
    TypedCase("CUDA 的 图", ("CUDA图",), True),
    TypedCase("梯度 累积", ("梯度累积",), True),
    TypedCase("保存张量", ("保存的张量",), True),
    TypedCase("目的", ("目",), False),
    TypedCase("的", ("张量",), False),
    TypedCase("第1F1B步", ("第 1F1B 步",), True),
    TypedCase("图断裂（graph break）", ("图断裂 (graph break)",), True),
    TypedCase("雅可比－向量积", ("雅可比-向量积",), True),
    TypedCase("雅可比向量积", ("雅可比-向量积",), True),
    TypedCase("“梯度桶”", ('"梯度桶"',), True),
    TypedCase("梯度桶。", ("梯度桶",), True),
    TypedCase("梯度桶 。", ("梯度桶",), True),
    TypedCase("张量、流", ("张量，流",), True),
    TypedCase("gradient bucket.", ("gradient bucket",), True),
    TypedCase("梯度桶", ("梯度桶组",), False),
    TypedCase("graphbreak", ("graph break",), False),
    TypedCase("。", ("梯度桶",), False),
    TypedCase("...", ("..",), False),
    TypedCase("C++", ("C",), False),
    TypedCase("nn.Module", ("nn.module",), False, case=True),
    TypedCase("nn.Module类", ("nn.Module 类",), True, case=True),
    TypedCase("nn.module类", ("nn.Module 类",), False, case=True),
    TypedCase("nn.Module", ("nn.Module",), True, case=True),
    TypedCase("nn.Module ", ("`nn.Module`",), True, case=True),
    TypedCase("Data-Parallel", ("Data Parallel",), True, case=True),
    TypedCase("data-parallel", ("Data Parallel",), False, case=True),
    TypedCase("<b>bold</b> & co", ("<b>bold</b> & co",), True),
    TypedCase("a_b-c.d", ("a_b c.d",), True),
    TypedCase("ａｌｌ−reduce", ("all−reduce",), True),
)
