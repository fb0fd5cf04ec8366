#!/usr/bin/env python3
"""prove_jit.py SCRIPT REFERENCE: calls Silero's voice detector on two signals of ten seconds, part
after part, so that it keeps its state, and saves the calls with what Python computes. If REFERENCE is
there, compares with it instead."""

import os
import sys
import warnings

import torch

RATES = {16000: 512, 8000: 256}  # samples of a part


def signal(rate):
    """Hums, chirps and noise, with silence between them."""
    time = torch.arange(10 * rate) / rate
    chirp = torch.sin(2 * torch.pi * (80 + 60 * time) * time)
    voice = (time.frac() < 0.6) * (0.3 * chirp + 0.1 * torch.sin(2 * torch.pi * 700 * time))
    return voice + 0.02 * torch.randn(len(time))


def calls(model):
    for rate, samples in RATES.items():
        yield "reset_states", (), model.reset_states()
        for part in signal(rate).split(samples):
            if len(part) == samples:
                yield "forward", (part, rate), model(part, rate)


def bits(result):
    return None if result is None else result.numpy().tobytes()


def main():
    warnings.simplefilter("ignore")
    torch.manual_seed(0)
    torch.set_num_threads(1)
    with torch.no_grad():
        model = torch.jit.load(sys.argv[1])
        done = [{"method": method, "args": args, "result": result}
                for method, args, result in calls(model)]
    if not os.path.exists(sys.argv[2]):
        torch.save(done, sys.argv[2])
        print(f"{len(done)} calls")
        return
    wanted = torch.load(sys.argv[2], weights_only=True)
    same = sum(bits(x["result"]) == bits(y["result"]) for x, y in zip(done, wanted, strict=True))
    print(f"{same} of {len(done)} calls the same")
    if same != len(done):
        sys.exit(1)


if __name__ == "__main__":
    main()
