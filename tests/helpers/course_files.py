"""The files of a tiny course with every kind of entry in two languages."""

from pathlib import Path
from textwrap import dedent

COURSE = {
    "decks/course.yaml": """\
        id: tiny-course
        title: Tiny
        author: A teacher
        licence: CC0-1.0
        languages: [en, zh]
        stages:
          1: {title: Start, weeks: weeks 1–2, goal: Know every kind.}
          2: {title: Go on, weeks: weeks 3–4}
        """,
    "decks/resources.yaml": """\
        resources:
          ddp-notes: {title: DDP notes, url: "https://example.org/ddp", stage: 1}
        """,
    "decks/kinds.yaml": """\
        deck: kinds
        title: All kinds
        stage: 1
        entries:
        - code: |
            x = torch.arange(6).view(2, 3)
            print(x.t().stride())
          key: transpose-stride
          prints: (1, 3)
          wrong:
            same:
              text: (3, 1)
              why: Those are the strides of `x` itself.
            ones:
              text: (1, 1)
          why: Transposing swaps the strides and touches no data.
        - choose: Which call clears the gradients?
          key: clear-gradients
          about: [ddp-sync]
          see: [ddp-notes]
          right: {zero: {text: "`optimizer.zero_grad()`", why: "It sets them to `None`."}}
          wrong:
            back: {text: "`loss.backward()`", why: It adds to them.}
            step: {text: "`optimizer.step()`", why: It only reads them.}
        - choose: Which of these share memory with `x`?
          key: share-memory
          right: {view: {text: "`x.view(-1)`"}, t: {text: "`x.t()`"}}
          wrong: {clone: {text: "`x.clone()`", why: A clone is a copy.}}
        - order: One DDP step
          key: ddp-step
          steps: {fwd: Forward, bwd: Backward, red: All-reduce, opt: Optimizer step}
        - compare: {dp: DataParallel, ddp: DistributedDataParallel, hogwild: Hogwild}
          key: dp-ddp
          rows:
            process:
              aspect: Processes
              dp: one for all GPUs
              ddp: one per GPU
              hogwild: one per CPU core
              wrong: {node: one per machine}
              ask: {ddp: How many processes does DDP start on a machine with 4 GPUs?}
              which: {dp: Which one drives all GPUs from a single interpreter?}
              why:
                dp: One process runs all replicas in threads.
                ddp: Each process has its own interpreter.
        - cloze: |
            Gradients are averaged by all-reduce in DDP.
          key: ddp-gap
          gaps: {1: all-reduce}
        - term: gradient bucket
          key: ddp-bucket
          aliases: [bucket]
          meaning: Gradients that DDP reduces in one call.
        - concept: How DDP keeps replicas equal
          key: ddp-sync
          points:
            init: Rank 0 broadcasts parameters and buffers.
            grad: Backward averages the gradients by all-reduce.
          why: Equal weights and equal gradients stay equal.
        - recall: Why one process per GPU?
          key: ddp-why
          answer: Each process has its own interpreter, so no lock is shared.
        """,
    "decks/zh/kinds.yaml": """\
        lang: zh
        entries:
          transpose-stride:
            wrong:
              same: {why: 那是 `x` 自己的步长。}
            why: 转置只交换步长，不移动数据。
          clear-gradients:
            choose: 哪个调用会清除梯度？
            right: {zero: {text: "`optimizer.zero_grad()`", why: "它把梯度设为 `None`。"}}
            wrong:
              back: {text: "`loss.backward()`", why: 它会累加梯度。}
              step: {text: "`optimizer.step()`", why: 它只读取梯度。}
          share-memory:
            choose: 下面哪些与 `x` 共享内存？
            right: {view: {text: "`x.view(-1)`"}, t: {text: "`x.t()`"}}
            wrong: {clone: {text: "`x.clone()`", why: 克隆是一份拷贝。}}
          ddp-step:
            order: 一次 DDP 训练步骤
            steps: {fwd: 前向, bwd: 反向, red: 全规约, opt: 优化器更新}
          dp-ddp:
            compare:
              dp: DataParallel 数据并行
              ddp: DistributedDataParallel 分布式数据并行
              hogwild: Hogwild 无锁并行
            rows:
              process:
                aspect: 进程
                dp: 所有 GPU 共用一个
                ddp: 每个 GPU 一个
                hogwild: 每个 CPU 核一个
                wrong: {node: 每台机器一个}
                ask: {ddp: 在有 4 个 GPU 的机器上，DDP 启动几个进程？}
                which: {dp: 哪一个用单个解释器驱动所有 GPU？}
                why: {dp: 一个进程用线程运行所有副本。, ddp: 每个进程有自己的解释器。}
          ddp-gap:
            cloze: DDP 通过全规约对梯度求平均。
            gaps: {1: 全规约}
          ddp-bucket:
            term: 梯度桶
            aliases: [桶]
            meaning: DDP 在一次调用中规约的一组梯度。
          ddp-sync:
            concept: DDP 如何保持各副本一致
            points:
              init: 0 号进程广播参数和缓冲区。
              grad: 反向传播用全规约对梯度求平均。
            why: 相同的权重加相同的梯度，结果仍然相同。
          ddp-why:
            recall: 为什么每个 GPU 一个进程？
            answer: 每个进程有自己的解释器，不共享锁。
        """,
    "quizzes/final.yaml": """\
        quiz: final
        title: The final
        pass_mark: 50
        seed: "7"
        select: {key: [clear-gradients, ddp-step, transpose-stride]}
        """,
}


def write_course(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(dedent(text), encoding="utf-8")
    return folder
