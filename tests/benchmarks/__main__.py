"""`python -m tests.benchmarks`: run every benchmark, print a JSON line a figure."""

from tests.benchmarks import decoding, starting, weight_rows

if __name__ == "__main__":
    for benchmark in (starting, decoding, weight_rows):
        for figure in benchmark.figures():
            print(figure, flush=True)
