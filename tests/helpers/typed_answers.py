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
    TypedCase("gradient-bucket", ("gradient bucket",), True),
    TypedCase("  gradient\t bucket ", ("gradient bucket",), True),
    TypedCase("gradient\u00a0bucket", ("gradient bucket",), True),
    TypedCase("ｇｒａｄｉｅｎｔ　ｂｕｃｋｅｔ", ("gradient bucket",), True),
    TypedCase("`gradient` bucket", ("gradient bucket",), True),
    TypedCase("all-to-all", ("all to all",), True),
    TypedCase("all to-all", ("all-to-all",), True),
    TypedCase("p–value", ("p-value",), True),
    TypedCase("P\u2212Value", ("p-value",), True),
    TypedCase("pvalue", ("p-value",), True),
    TypedCase("pvalues", ("p-value",), False),
    TypedCase("alltoall", ("all-to-all",), True),
    TypedCase("all toall", ("all-to-all",), False),
    TypedCase("\u22123", ("-3",), True),
    TypedCase("3", ("-3",), False),
    TypedCase("gradientbucket", ("gradient bucket",), False),
    TypedCase("gradient bukket", ("gradient bucket",), False),
    TypedCase("BUCKET", ("gradient bucket", "bucket"), True),
    TypedCase("", ("bucket",), False),
    TypedCase("tf-32", ("tf32",), False),
    TypedCase("1-2", ("1 2",), False),
    TypedCase("‘meta’ device", ("'meta' device",), True),
    TypedCase("“meta” device", ('"meta" device',), True),
    TypedCase("8", ("8.0",), True),
    TypedCase("1e3", ("1000",), True),
    TypedCase("straße", ("STRASSE",), True),
    TypedCase("ΛΌΓΟΣ", ("λόγος",), True),
    TypedCase("张量-并行", ("张量 并行",), True),
    TypedCase("cuda  图", ("CUDA图",), True),
    TypedCase("ＣＵＤＡ　图", ("CUDA 图",), True),
    TypedCase("CUDA 的 图", ("CUDA图",), True),
    TypedCase("梯度 累积", ("梯度累积",), True),
    TypedCase("保存张量", ("保存的张量",), True),
    TypedCase("目的", ("目",), False),
    TypedCase("的", ("张量",), False),
    TypedCase("第1F1B步", ("第 1F1B 步",), True),
    TypedCase("图断裂（graph break）", ("图断裂 (graph break)",), True),
    TypedCase("雅可比－向量积", ("雅可比-向量积",), True),
    TypedCase("雅可比向量积", ("雅可比-向量积",), True),
    TypedCase("梯度桶 。", ("梯度桶",), True),
    TypedCase("张量、流", ("张量，流",), True),
    TypedCase("gradient bucket.", ("gradient bucket",), True),
    TypedCase("。", ("梯度桶",), False),
    TypedCase("...", ("..",), False),
    TypedCase("C++", ("C",), False),
    TypedCase("2ⁿ", ("2^n",), True),
    TypedCase("2n", ("2ⁿ",), False),
    TypedCase("x2", ("x²",), False),
    TypedCase("10⁻³", ("10^-3",), True),
    TypedCase("H₀", ("H0",), True),
    TypedCase("\\alpha", ("α", "\\alpha"), True),
    TypedCase("Α", ("α",), True),
    TypedCase("nn.Module", ("nn.module",), False, case=True),
    TypedCase("nn.Module类", ("nn.Module 类",), True, case=True),
    TypedCase("nn.module类", ("nn.Module 类",), False, case=True),
    TypedCase("nn.Module ", ("`nn.Module`",), True, case=True),
    TypedCase("Data-Parallel", ("Data Parallel",), True, case=True),
    TypedCase("data-parallel", ("Data Parallel",), False, case=True),
    TypedCase("<b>bold</b> & co", ("<b>bold</b> & co",), True),
    TypedCase("a_b-c.d", ("a_b c.d",), True),
    TypedCase("ａｌｌ−reduce", ("all−reduce",), True),
)
