"""Rates of every scheduler with every option: after each step, and as state dicts."""

import copy
import warnings

import torch
from torch.optim import lr_scheduler, swa_utils

from common import error, python_s
from operators import encode

STEPS = 50

# Functions of the program, by name: tests/optim/scheduler_cases.c has the same.
FUNCTIONS = {
    "decay": lambda epoch: 0.95 ** epoch,
    "third": lambda epoch: 1 / (1 + epoch / 3),
    "alternate": lambda epoch: 0.5 if epoch % 2 else 1.75,
}

# Optimizers, with the options of each group.
SGD = {"class": "SGD", "kwargs": {"lr": 0.1, "momentum": 0.9}, "groups": [{}]}
TWO = {"class": "SGD", "kwargs": {"lr": 0.1, "momentum": 0.9}, "groups": [{}, {"lr": 0.37}]}
ADAM = {"class": "Adam", "kwargs": {"lr": 0.003}, "groups": [{}, {"betas": (0.7, 0.95)}]}
INT = {"class": "SGD", "kwargs": {"lr": 1}, "groups": [{}]}
TENSOR = {"class": "SGD", "kwargs": {"lr": 0.1}, "groups": [{"lr": torch.tensor(0.1)}, {}]}
NO_MOMENTUM = {"class": "Adagrad", "kwargs": {"lr": 0.1}, "groups": [{}]}


def resumed(**options):
    return {"class": "SGD", "kwargs": {"lr": 0.02, "momentum": 0.9},
            "groups": [{"initial_lr": 0.1, **options}]}


def spec(name, *, schedulers=(), functions=(), **kwargs):
    return {"class": name, "kwargs": kwargs, "schedulers": list(schedulers),
            "functions": list(functions)}


# --- Cases: an optimizer, a scheduler, how to run ------------------------------------------------

def simple():
    yield SGD, spec("LambdaLR", functions=["decay"])
    yield TWO, spec("LambdaLR", functions=["third", "alternate"])
    yield TWO, spec("LambdaLR", functions=["third"])
    yield resumed(), spec("LambdaLR", functions=["decay"], last_epoch=9)
    yield SGD, spec("MultiplicativeLR", functions=["third"])
    yield TWO, spec("MultiplicativeLR", functions=["alternate", "third"])
    yield resumed(), spec("MultiplicativeLR", functions=["alternate"], last_epoch=9)
    yield SGD, spec("StepLR", step_size=7)
    yield TWO, spec("StepLR", step_size=3, gamma=0.7)
    yield resumed(), spec("StepLR", step_size=5, gamma=0.5, last_epoch=9)
    yield SGD, spec("MultiStepLR", milestones=[5, 30])
    yield TWO, spec("MultiStepLR", milestones=[30, 5, 5, 17], gamma=0.3)
    yield resumed(), spec("MultiStepLR", milestones=[10, 20], last_epoch=9)
    yield SGD, spec("ConstantLR")
    yield TWO, spec("ConstantLR", factor=0.25, total_iters=20)
    yield SGD, spec("ConstantLR", factor=1, total_iters=0)
    yield resumed(), spec("ConstantLR", total_iters=12, last_epoch=9)
    yield SGD, spec("LinearLR")
    yield TWO, spec("LinearLR", start_factor=0.1, end_factor=0.7, total_iters=33)
    yield SGD, spec("LinearLR", start_factor=1, end_factor=0, total_iters=40)
    yield SGD, spec("LinearLR", total_iters=0)
    yield resumed(), spec("LinearLR", total_iters=30, last_epoch=9)
    yield SGD, spec("ExponentialLR", gamma=0.93)
    yield TWO, spec("ExponentialLR", gamma=1)
    yield resumed(), spec("ExponentialLR", gamma=0.9, last_epoch=9)
    yield SGD, spec("PolynomialLR")
    yield TWO, spec("PolynomialLR", total_iters=37, power=0.9)
    yield SGD, spec("PolynomialLR", total_iters=60, power=2)
    yield SGD, spec("PolynomialLR", total_iters=0)
    yield resumed(), spec("PolynomialLR", total_iters=37, last_epoch=9)


def cosine():
    yield SGD, spec("CosineAnnealingLR", T_max=50)
    yield TWO, spec("CosineAnnealingLR", T_max=9, eta_min=0.003)
    yield SGD, spec("CosineAnnealingLR", T_max=1, eta_min=0)
    yield resumed(), spec("CosineAnnealingLR", T_max=40, eta_min=0.001, last_epoch=9)
    yield SGD, spec("CosineAnnealingWarmRestarts", T_0=8)
    yield TWO, spec("CosineAnnealingWarmRestarts", T_0=5, T_mult=2, eta_min=0.002)
    yield resumed(), spec("CosineAnnealingWarmRestarts", T_0=7, T_mult=3, last_epoch=9)


def cyclic():
    yield SGD, spec("CyclicLR", base_lr=0.01, max_lr=0.2)
    yield TWO, spec("CyclicLR", base_lr=[0.01, 0.02], max_lr=[0.2, 0.4], step_size_up=5)
    yield SGD, spec("CyclicLR", base_lr=0, max_lr=1, step_size_up=7, step_size_down=3,
                    mode="triangular2")
    yield TWO, spec("CyclicLR", base_lr=0.01, max_lr=0.2, step_size_up=6, mode="exp_range",
                    gamma=0.97, base_momentum=0.7, max_momentum=0.95)
    yield ADAM, spec("CyclicLR", base_lr=1e-4, max_lr=3e-3, step_size_up=4,
                     base_momentum=[0.8, 0.75], max_momentum=[0.9, 0.99])
    yield NO_MOMENTUM, spec("CyclicLR", base_lr=0.01, max_lr=0.2, step_size_up=6,
                            cycle_momentum=False)
    yield SGD, spec("CyclicLR", functions=["third"], base_lr=0.01, max_lr=0.2, step_size_up=6,
                    scale_mode="iterations", mode="own")
    yield SGD, spec("CyclicLR", functions=["third"], base_lr=0.01, max_lr=0.2, step_size_up=6)
    yield resumed(max_momentum=0.9, base_momentum=0.8), spec(
        "CyclicLR", base_lr=0.01, max_lr=0.2, step_size_up=6, last_epoch=9)
    yield SGD, spec("OneCycleLR", max_lr=0.5, total_steps=60)
    yield TWO, spec("OneCycleLR", max_lr=[0.5, 0.9], epochs=6, steps_per_epoch=10,
                    anneal_strategy="linear", base_momentum=[0.8, 0.7], max_momentum=[0.9, 0.99])
    yield ADAM, spec("OneCycleLR", max_lr=1, total_steps=51, pct_start=0.25, three_phase=True,
                     div_factor=10, final_div_factor=100)
    yield ADAM, spec("OneCycleLR", max_lr=0.01, total_steps=70, three_phase=True,
                     anneal_strategy="linear", cycle_momentum=False)
    yield NO_MOMENTUM, spec("OneCycleLR", max_lr=0.01, total_steps=70, cycle_momentum=False)
    yield resumed(max_lr=0.5, min_lr=1e-5, max_momentum=0.95, base_momentum=0.85), spec(
        "OneCycleLR", max_lr=0.5, total_steps=70, last_epoch=9)


def swa():
    yield SGD, spec("SWALR", swa_lr=0.05)
    yield TWO, spec("SWALR", swa_lr=[0.05, 0.5], anneal_epochs=20, anneal_strategy="linear")
    yield SGD, spec("SWALR", swa_lr=1, anneal_epochs=0)
    yield TWO, spec("SWALR", swa_lr=0.01, anneal_epochs=1, anneal_strategy="cos")
    yield resumed(), spec("SWALR", swa_lr=0.05, anneal_epochs=20, last_epoch=9)


def composed():
    warm_up = spec("ConstantLR", factor=0.1, total_iters=20)
    decay = spec("ExponentialLR", gamma=0.9)
    yield SGD, spec("SequentialLR", schedulers=[warm_up, decay], milestones=[20])
    yield TWO, spec("SequentialLR", milestones=[5, 25], schedulers=[
        spec("LinearLR", start_factor=0.01), spec("CosineAnnealingLR", T_max=20),
        spec("StepLR", step_size=4)])
    yield SGD, spec("SequentialLR", schedulers=[warm_up, decay], milestones=[0])
    yield SGD, spec("SequentialLR", milestones=[10, 31], schedulers=[
        spec("CosineAnnealingWarmRestarts", T_0=4, T_mult=2),
        spec("MultiStepLR", milestones=[3, 9]), spec("LambdaLR", functions=["third"])])
    yield TWO, spec("SequentialLR", milestones=[30], schedulers=[
        spec("SequentialLR", milestones=[12], schedulers=[warm_up, decay]),
        spec("PolynomialLR", total_iters=20)])
    yield SGD, spec("SequentialLR", milestones=[12], schedulers=[
        spec("ChainedScheduler", schedulers=[warm_up, decay]),
        spec("CosineAnnealingWarmRestarts", T_0=4)])
    yield SGD, spec("SequentialLR", milestones=[4], schedulers=[
        spec("OneCycleLR", max_lr=0.5, total_steps=60),
        spec("SWALR", swa_lr=0.05)])
    yield SGD, spec("SequentialLR", schedulers=[warm_up, decay], milestones=[20], last_epoch=7)
    yield SGD, spec("ChainedScheduler", schedulers=[warm_up, decay])
    yield TWO, spec("ChainedScheduler", schedulers=[
        decay, spec("CyclicLR", base_lr=0.01, max_lr=0.2, step_size_up=5), warm_up])
    yield SGD, spec("ChainedScheduler", schedulers=[
        spec("SequentialLR", milestones=[12], schedulers=[warm_up, decay]),
        spec("LambdaLR", functions=["alternate"])])


def other_rates():
    """Rates that are tensors or ints stay such."""
    yield TENSOR, spec("LambdaLR", functions=["decay"])
    yield TENSOR, spec("MultiplicativeLR", functions=["third"])
    yield TENSOR, spec("StepLR", step_size=3, gamma=0.7)
    yield TENSOR, spec("LinearLR", start_factor=0.1, total_iters=33)
    yield TENSOR, spec("ConstantLR", total_iters=20)
    yield TENSOR, spec("PolynomialLR", total_iters=37, power=0.9)
    yield TENSOR, spec("CosineAnnealingLR", T_max=9, eta_min=0.003)
    yield TENSOR, spec("CosineAnnealingWarmRestarts", T_0=5, T_mult=2, eta_min=0.002)
    yield TENSOR, spec("CyclicLR", base_lr=0.01, max_lr=0.2, step_size_up=5)
    yield TENSOR, spec("OneCycleLR", max_lr=0.5, total_steps=60)
    yield TENSOR, spec("SWALR", swa_lr=0.05)
    yield TENSOR, spec("SequentialLR", milestones=[20], schedulers=[
        spec("ConstantLR", factor=0.1, total_iters=20), spec("ExponentialLR", gamma=0.9)])
    yield INT, spec("StepLR", step_size=20)
    yield INT, spec("PolynomialLR", total_iters=20)
    yield INT, spec("ExponentialLR", gamma=0.9)


METRICS = [1.0, 0.5, 0.4, 0.45, 0.39999, 0.6, 0.7, 0.3, 0.3, 0.3, 0.31, 0.29, -0.1, -0.2, float("nan"),
           0.25, -0.2, -0.2001, -0.1999, -0.3] + [0.5 + i % 7 / 10 for i in range(30)]


def plateau():
    yield SGD, spec("ReduceLROnPlateau")
    yield TWO, spec("ReduceLROnPlateau", patience=2, factor=0.5, min_lr=[0.01, 0.001])
    yield SGD, spec("ReduceLROnPlateau", mode="max", patience=1, cooldown=3, min_lr=0.002)
    yield SGD, spec("ReduceLROnPlateau", threshold_mode="abs", threshold=0.05, patience=0)
    yield SGD, spec("ReduceLROnPlateau", mode="max", threshold_mode="abs", patience=3, eps=0.02)
    yield SGD, spec("ReduceLROnPlateau", mode="max", threshold=0.2, patience=3, factor=0.3)
    yield INT, spec("ReduceLROnPlateau", patience=0, min_lr=1e-3)
    yield TENSOR, spec("ReduceLROnPlateau", patience=0, factor=0.3)


EPOCHS = [0, 5, 17, 17, 40, 3]
FRACTIONS = [0, 0.25, 0.5, 3.75, 4, 6.5, 5, 12, 13.125, 40.5, 2.5]


def with_epochs():
    for optimizer, one in (
            (SGD, spec("LambdaLR", functions=["decay"])),
            (SGD, spec("MultiplicativeLR", functions=["third"])),
            (TWO, spec("StepLR", step_size=7)),
            (TWO, spec("MultiStepLR", milestones=[30, 5, 5, 17], gamma=0.3)),
            (TWO, spec("ConstantLR", factor=0.25, total_iters=17)),
            (TWO, spec("LinearLR", start_factor=0.1, end_factor=0.7, total_iters=33)),
            (TWO, spec("ExponentialLR", gamma=0.93)),
            (TWO, spec("PolynomialLR", total_iters=37, power=0.9)),
            (TWO, spec("CosineAnnealingLR", T_max=9, eta_min=0.003)),
            (TENSOR, spec("CosineAnnealingLR", T_max=9, eta_min=0.003)),
            (SGD, spec("CyclicLR", base_lr=0.01, max_lr=0.2, step_size_up=6)),
            (SGD, spec("OneCycleLR", max_lr=0.5, total_steps=60)),
            (SGD, spec("SWALR", swa_lr=0.05))):
        yield optimizer, one, EPOCHS
    yield TWO, spec("StepLR", step_size=3), [0.5, 2.5, 7.25, 6]
    yield SGD, spec("CosineAnnealingWarmRestarts", T_0=4), FRACTIONS
    yield TWO, spec("CosineAnnealingWarmRestarts", T_0=3, T_mult=2, eta_min=0.001), FRACTIONS
    # A float that is whole stays one in later steps.
    yield SGD, spec("CosineAnnealingWarmRestarts", T_0=3, T_mult=2), [10] + [None] * 14
    yield SGD, spec("CosineAnnealingWarmRestarts", T_0=4), [6.5] + [None] * 7


def too_early():
    yield SGD, spec("StepLR", step_size=3), [None] * 4
    yield SGD, spec("CosineAnnealingWarmRestarts", T_0=4), [None] * 4
    yield SGD, spec("ReduceLROnPlateau", patience=0), [1, 2]
    yield SGD, spec("ChainedScheduler", schedulers=[
        spec("ConstantLR"), spec("ExponentialLR", gamma=0.9)]), [None] * 4


def mistakes():
    """Arguments that Python refuses."""
    warm_up, decay = spec("ConstantLR"), spec("ExponentialLR", gamma=0.9)
    plateau_ = spec("ReduceLROnPlateau")
    yield TWO, spec("LambdaLR", functions=["decay", "decay", "decay"])
    yield TWO, spec("MultiplicativeLR", functions=["decay", "decay", "decay"])
    for factor in (1.5, -0.1):
        yield SGD, spec("ConstantLR", factor=factor)
    yield SGD, spec("LinearLR", start_factor=0.0)
    yield SGD, spec("LinearLR", start_factor=1.25)
    yield SGD, spec("LinearLR", end_factor=-0.5)
    yield SGD, spec("StepLR", step_size=3, last_epoch=4)
    yield TWO, spec("CosineAnnealingLR", T_max=3, last_epoch=0)
    yield SGD, spec("CosineAnnealingWarmRestarts", T_0=0)
    yield SGD, spec("CosineAnnealingWarmRestarts", T_0=3, T_mult=0)
    yield SGD, spec("CyclicLR", base_lr=[0.1, 0.2], max_lr=0.3)
    yield TWO, spec("CyclicLR", base_lr=0.1, max_lr=[0.3])
    yield SGD, spec("CyclicLR", base_lr=0.1, max_lr=0.3, mode="sawtooth")
    yield NO_MOMENTUM, spec("CyclicLR", base_lr=0.1, max_lr=0.3)
    yield TWO, spec("CyclicLR", base_lr=0.1, max_lr=0.3, max_momentum=[0.9, 0.9, 0.9])
    yield SGD, spec("OneCycleLR", max_lr=0.1)
    yield SGD, spec("OneCycleLR", max_lr=0.1, epochs=3)
    yield SGD, spec("OneCycleLR", max_lr=0.1, total_steps=0)
    yield SGD, spec("OneCycleLR", max_lr=0.1, epochs=-1, steps_per_epoch=3)
    yield SGD, spec("OneCycleLR", max_lr=0.1, epochs=2, steps_per_epoch=0)
    yield SGD, spec("OneCycleLR", max_lr=0.1, total_steps=10, pct_start=1.5)
    yield SGD, spec("OneCycleLR", max_lr=0.1, total_steps=10, pct_start=1)
    yield SGD, spec("OneCycleLR", max_lr=0.1, total_steps=10, pct_start=0.1)
    yield SGD, spec("OneCycleLR", max_lr=0.1, total_steps=10, anneal_strategy="sine")
    yield TWO, spec("OneCycleLR", max_lr=[0.1], total_steps=10)
    yield NO_MOMENTUM, spec("OneCycleLR", max_lr=0.1, total_steps=10)
    yield SGD, spec("ReduceLROnPlateau", factor=1.0)
    yield SGD, spec("ReduceLROnPlateau", mode="low")
    yield SGD, spec("ReduceLROnPlateau", threshold_mode="none")
    yield TWO, spec("ReduceLROnPlateau", min_lr=[0.1])
    yield SGD, spec("SequentialLR", milestones=[])
    yield SGD, spec("SequentialLR", schedulers=[warm_up, decay], milestones=[3, 4])
    yield SGD, spec("SequentialLR", schedulers=[warm_up, plateau_], milestones=[3])
    yield SGD, spec("ChainedScheduler")
    yield SGD, spec("ChainedScheduler", schedulers=[plateau_, warm_up])
    yield TWO, spec("SWALR", swa_lr=[0.1])
    yield SGD, spec("SWALR", swa_lr=0.1, anneal_strategy="sine")
    yield SGD, spec("SWALR", swa_lr=0.1, anneal_epochs=-1)


def broken_runs():
    """Steps that fail in the end."""
    yield SGD, spec("OneCycleLR", max_lr=0.1, total_steps=6), [None] * 7
    yield SGD, spec("StepLR", step_size=0), [None]
    yield SGD, spec("CosineAnnealingLR", T_max=0), [None]
    yield SGD, spec("ConstantLR", factor=0, total_iters=2), [None] * 2
    yield SGD, spec("CosineAnnealingWarmRestarts", T_0=3), [-1]
    yield SGD, spec("SequentialLR", milestones=[2], schedulers=[
        spec("ConstantLR"), spec("SequentialLR", milestones=[3], schedulers=[
            spec("ConstantLR"), spec("ExponentialLR", gamma=0.9)])]), [None] * 2
    yield SGD, spec("SequentialLR", milestones=[2], schedulers=[
        spec("ConstantLR"), spec("LinearLR", total_iters=0)]), [None] * 2


# --- Running them --------------------------------------------------------------------------------

def make_optimizer(one):
    """The options of the first group are set when the optimizer is there."""
    first, *others = copy.deepcopy(one["groups"])
    optimizer = getattr(torch.optim, one["class"])([torch.nn.Parameter(torch.zeros(1))],
                                                   **one["kwargs"])
    optimizer.param_groups[0].update(first)
    for options in others:
        optimizer.add_param_group({"params": [torch.nn.Parameter(torch.zeros(1))], **options})
    return optimizer


def make_scheduler(optimizer, one):
    kwargs = copy.deepcopy(one["kwargs"])
    functions = [FUNCTIONS[name] for name in one["functions"]]
    if functions and one["class"] == "CyclicLR":
        kwargs["scale_fn"] = functions[0]
    elif functions:
        kwargs["lr_lambda"] = functions[0] if len(functions) == 1 else functions
    if one["class"] in ("SequentialLR", "ChainedScheduler"):
        kwargs["schedulers"] = [make_scheduler(optimizer, part) for part in one["schedulers"]]
    place = swa_utils if one["class"] == "SWALR" else lr_scheduler
    return getattr(place, one["class"])(optimizer=optimizer, **kwargs)


def step(optimizer, scheduler, argument):
    if optimizer:
        optimizer.step()
    if argument is None:
        scheduler.step()
    else:
        scheduler.step(argument)


def rate(value):
    return value.hex() if isinstance(value, float) else encode(value)


def momentum_of(group):
    return group["betas"][0] if "betas" in group else group.get("momentum")


def rates_of(optimizer):
    """The rate of each group, and the momentum of those where a scheduler changes it."""
    momenta = [momentum_of(group) for group in optimizer.param_groups if "max_momentum" in group]
    return [rate(group["lr"]) for group in optimizer.param_groups] + [rate(one) for one in momenta]


def states(optimizer, scheduler):
    return {"optimizer": encode(copy.deepcopy(optimizer.state_dict()["param_groups"])),
            "scheduler": encode(copy.deepcopy(scheduler.state_dict()))}


def encode_arguments(kwargs):
    return {name: encode(value) for name, value in kwargs.items()}


def encode_spec(one):
    return {"class": one["class"], "kwargs": encode_arguments(one["kwargs"]),
            "schedulers": [encode_spec(part) for part in one["schedulers"]],
            "functions": one["functions"]}


def begin(optimizer, scheduler, arguments):
    return {"optimizer": {"class": optimizer["class"],
                          "kwargs": encode_arguments(optimizer["kwargs"]),
                          "groups": [encode(options) for options in optimizer["groups"]]},
            "scheduler": encode_spec(scheduler),
            "steps": len(arguments), "arguments": [float(one).hex() for one in arguments
                                                   if one is not None]}


def run(optimizer_of, scheduler_of, arguments, too_early=False):
    """`too_early`: the optimizer has made a step before there was a scheduler, and makes no other."""
    result = {**begin(optimizer_of, scheduler_of, arguments), "too_early": too_early}
    optimizer = make_optimizer(optimizer_of)
    if too_early:
        optimizer.step()
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        scheduler = make_scheduler(optimizer, scheduler_of)
        result["rates"] = [rates_of(optimizer)]
        for i, argument in enumerate(arguments):
            step(None if too_early else optimizer, scheduler, argument)
            result["rates"].append(rates_of(optimizer))
            if i + 1 == len(arguments) // 2:
                result["middle"] = states(optimizer, scheduler)
        result["last"] = states(optimizer, scheduler)
    if python_s(seen):
        result["warnings"] = python_s(seen)
    return result


def in_c(text):
    """C has no such class of errors, and says more than nothing."""
    if text == "NotImplementedError: ":
        return f"{text}it has no get_lr(), so that only step() can set its rates"
    return text.replace("ZeroDivisionError: ", "ValueError: ")


def refused(optimizer, scheduler):
    return {**begin(optimizer, scheduler, []), "refused": in_c(
        error(lambda: make_scheduler(make_optimizer(optimizer), scheduler)))}


def broken(optimizer_of, scheduler_of, arguments):
    optimizer = make_optimizer(optimizer_of)
    scheduler = make_scheduler(optimizer, scheduler_of)
    for argument in arguments[:-1]:
        step(optimizer, scheduler, argument)
    return {**begin(optimizer_of, scheduler_of, arguments),
            "broken": in_c(error(lambda: step(optimizer, scheduler, arguments[-1])))}


def cases():
    result = [run(*one, [None] * STEPS) for some in (simple, cosine, cyclic, swa, composed, other_rates)
              for one in some()]
    result += [run(*one, METRICS) for one in plateau()]
    result += [run(*one) for one in with_epochs()]
    result += [run(*one, too_early=True) for one in too_early()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result += [refused(*one) for one in mistakes()]
        result += [broken(*one) for one in broken_runs()]
    return result
