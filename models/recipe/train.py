"""Train the network: ``python -m recipe.train --out RUN --minutes 60 [--resume CHECKPOINT]``.

Each process has one thread, a network of its own and a worker that makes pages; gradients are
averaged after each step. The learning rate rises for a few steps and then falls in a straight line
to 0 at the end of the time given, so a run is worth most when it has ended. A checkpoint is written
every two minutes and at the end.

Set ``GLIBC_TUNABLES=glibc.malloc.hugetlb=1``: without it page faults can cost more than the
arithmetic.
"""

from __future__ import annotations

import argparse
import itertools
import json
import multiprocessing
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import torch
import torch.distributed as distributed

from recipe.batches import Batch, feed
from recipe.checkpoints import Progress, load_checkpoint, save_checkpoint
from recipe.losses import Losses, Targets, losses
from recipe.network import Network
from recipe.optimiser import Optimiser
from recipe.templates import TEMPLATES

SECONDS_BETWEEN_CHECKPOINTS = 120
STEPS_BETWEEN_REPORTS = 20
WARM_UP_STEPS = 20
BATCHES_AHEAD = 6
ADAM_SHARE = 0.25
"""AdamW's rate as a share of Muon's."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run shall do."""

    out: Path
    minutes: float
    resume: Path | None
    processes: int
    batch: int
    rate: float
    seed: int
    shares: dict[str, float]
    compiled: bool
    bfloat16: bool


def main() -> None:
    """Read the command line and start the processes."""
    plan = parsed_plan()
    plan.out.mkdir(parents=True, exist_ok=True)
    meeting = plan.out / f"meeting-{time.time_ns()}"
    spawn = multiprocessing.get_context("spawn")
    processes = [
        spawn.Process(target=train, args=(plan, rank, meeting)) for rank in range(plan.processes)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    meeting.unlink(missing_ok=True)
    if any(process.exitcode for process in processes):
        raise SystemExit("a training process failed")


def parsed_plan() -> Plan:
    """Return the command line as a plan."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--out", type=Path, required=True, help="folder of checkpoint.pt and log.jsonl"
    )
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--batch", type=int, default=16, help="pages a process and step")
    parser.add_argument("--rate", type=float, default=0.006, help="Muon's highest learning rate")
    parser.add_argument("--seed", type=int, default=0, help="of the weights and the page streams")
    parser.add_argument(
        "--shares",
        type=json.loads,
        default={"fixed": 0.3, "ledger": 0.15, "varied": 0.55},
        help=f"JSON object: the share of each template of {sorted(TEMPLATES)}",
    )
    parser.add_argument("--no-compile", dest="compiled", action="store_false")
    parser.add_argument("--bfloat16", action="store_true", help="only where the CPU has it")
    return Plan(**vars(parser.parse_args()))


def train(plan: Plan, rank: int, meeting: Path) -> None:
    """Train in one process of several until the time is over."""
    torch.set_num_threads(1)
    distributed.init_process_group(
        "gloo",
        init_method=f"file://{meeting.resolve()}",
        rank=rank,
        world_size=plan.processes,
        timeout=timedelta(minutes=30),  # compiling on a busy machine can take long
    )
    torch.manual_seed(plan.seed)
    network = Network()
    optimiser = Optimiser(network, rank, plan.processes)
    progress = Progress()
    if plan.resume is not None:
        progress = load_checkpoint(plan.resume, network, optimiser)
    if plan.compiled:
        network.compile_parts()
    stream = fresh_batches(plan, f"{plan.seed}-{progress.steps}-{rank}")
    report = Report(plan.out / "log.jsonl")
    started = saved = time.monotonic()
    before = progress.seconds
    for step in itertools.count():
        share_left = agreed_share_left(started, plan.minutes)
        if share_left <= 0:
            break
        measured = gradients(network, next(stream), plan.bfloat16)
        rate = plan.rate * share_left * min(1.0, (step + 1) / WARM_UP_STEPS)
        norm = optimiser.step(rate, rate * ADAM_SHARE)
        progress.steps += 1
        progress.pages += plan.batch * plan.processes
        progress.seconds = before + time.monotonic() - started
        report.add(measured)
        if rank == 0 and progress.steps % STEPS_BETWEEN_REPORTS == 0:
            report.write(progress, rate, norm)
        if rank == 0 and time.monotonic() - saved > SECONDS_BETWEEN_CHECKPOINTS:
            save_checkpoint(plan.out / "checkpoint.pt", network, optimiser, progress)
            saved = time.monotonic()
    if rank == 0:
        save_checkpoint(plan.out / "checkpoint.pt", network, optimiser, progress)
    distributed.destroy_process_group()


def fresh_batches(plan: Plan, worker: str) -> Iterator[Batch]:
    """Yield batches from a worker process that ends with this process."""
    spawn = multiprocessing.get_context("spawn")
    queue: multiprocessing.Queue[Batch] = spawn.Queue(BATCHES_AHEAD)
    arguments = (queue, worker, plan.shares, plan.batch)
    spawn.Process(target=feed, args=arguments, daemon=True).start()
    while True:
        yield queue.get()


def agreed_share_left(started: float, minutes: float) -> float:
    """Return the share of the time that is left by the first process's clock."""
    share = torch.tensor(1 - (time.monotonic() - started) / (60 * minutes))
    distributed.broadcast(share, 0)
    return float(share)


def gradients(network: Network, batch: Batch, bfloat16: bool) -> Losses:
    """Add the gradients of one batch to the parameters' and return the losses."""
    images, text, *wanted = (torch.from_numpy(array) for array in batch)
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=bfloat16):
        reading = network(images, text, network.rotation(text.shape[1]))
    measured = losses(network, reading, Targets(*wanted))
    measured.total.backward()
    return measured


class Report:
    """Sums since the last line of the log."""

    TERMS = ("answer", "characters_seen", "lookup", "early", "correct", "characters")

    def __init__(self, path: Path) -> None:
        self.path = path
        self.batches = 0
        self.sums = dict.fromkeys(self.TERMS, 0.0)

    def add(self, measured: Losses) -> None:
        """Add one batch's losses."""
        self.batches += 1
        for term in self.TERMS:
            value = getattr(measured, term)
            self.sums[term] += value.item() if isinstance(value, torch.Tensor) else value

    def write(self, progress: Progress, rate: float, norm: float) -> None:
        """Append one line of JSON with the means and begin anew."""
        means = {term: round(self.sums[term] / self.batches, 4) for term in self.TERMS[:4]}
        right = self.sums["correct"] / max(1.0, self.sums["characters"])
        line = {
            "steps": progress.steps,
            "pages": progress.pages,
            "seconds": round(progress.seconds),
            "rate": round(rate, 5),
            "gradient_norm": round(norm, 3),
            **means,
            "right_characters": round(right, 4),
        }
        with self.path.open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        self.batches = 0
        self.sums = dict.fromkeys(self.TERMS, 0.0)


if __name__ == "__main__":
    main()
