"""distributions.py CASE TIMES: times a case of distributions.c in Python, and prints what
`bench_distributions time` prints."""

import statistics
import sys
import time

import torch
from torch.distributions import Categorical, Normal

ELEMENTS, CATEGORIES, TURNS = 8, 5, 15

torch.set_num_threads(1)
torch.manual_seed(1)
loc, scale = torch.randn(ELEMENTS), torch.rand(ELEMENTS) + 0.5
value, index = torch.randn(ELEMENTS), torch.randint(CATEGORIES, (ELEMENTS,))
normal = Normal(loc, scale, validate_args=False)
checked = Normal(loc, scale)
categorical = Categorical(logits=torch.randn(ELEMENTS, CATEGORIES), validate_args=False)
CASES = {
    "normal_log_prob": lambda: normal.log_prob(value),
    "normal_log_prob_checked": lambda: checked.log_prob(value),
    "normal_rsample": normal.rsample,
    "categorical_log_prob": lambda: categorical.log_prob(index),
    "categorical_sample": categorical.sample,
}


def turn(call, times):
    start = time.process_time_ns()
    for _ in range(times):
        call()
    return (time.process_time_ns() - start) * 1e-3 / times


def main(name, times):
    call = CASES[name]
    turn(call, int(times))
    print(f"{statistics.median(turn(call, int(times)) for _ in range(TURNS)):.3f}")


main(*sys.argv[1:])
