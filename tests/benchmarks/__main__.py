"""`python -m tests.benchmarks`: run every benchmark, print a JSON line a figure."""

from tests.benchmarks import (
    cancelling,
    decoding,
    documents,
    drops,
    passes,
    starting,
    weight_bound,
    weight_rows,
    window,
)

BENCHMARKS = (
    starting,
    window,
    drops,
    documents,
    drops,
    decoding,
    cancelling,
    weight_bound,
    passes,
    weight_rows,
)

if __name__ == "__main__":
    for benchmark in BENCHMARKS:
        for figure in benchmark.figures():
            print(figure, flush=True)
