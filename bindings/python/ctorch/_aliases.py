"""The modules of torch whose names other modules have here: ctorch.nn.parameter has those of
ctorch.nn."""

import importlib
import sys
import types

from . import amp

_PATHS = {
    "nn": """nn.parameter nn.modules nn.modules.activation nn.modules.adaptive nn.modules.batchnorm
        nn.modules.container nn.modules.conv nn.modules.distance nn.modules.dropout
        nn.modules.flatten nn.modules.fold nn.modules.instancenorm nn.modules.linear nn.modules.loss
        nn.modules.module nn.modules.normalization nn.modules.padding nn.modules.pixelshuffle
        nn.modules.pooling nn.modules.rnn nn.modules.sparse nn.modules.transformer
        nn.modules.upsampling""",
    "nn.utils": "nn.utils.clip_grad",
    "optim": """optim.adadelta optim.adagrad optim.adam optim.adamax optim.adamw optim.asgd
        optim.lbfgs optim.nadam optim.optimizer optim.radam optim.rmsprop optim.rprop optim.sgd
        optim.sparse_adam""",
    "utils.data": """utils.data.dataloader utils.data.dataset utils.data.distributed
        utils.data.sampler""",
    "distributions": """distributions.bernoulli distributions.beta distributions.binomial
        distributions.categorical distributions.cauchy distributions.chi2 distributions.dirichlet
        distributions.distribution distributions.exponential distributions.gamma
        distributions.geometric distributions.gumbel distributions.half_cauchy
        distributions.half_normal distributions.independent distributions.kl distributions.laplace
        distributions.log_normal distributions.mixture_same_family distributions.multinomial
        distributions.multivariate_normal distributions.negative_binomial distributions.normal
        distributions.one_hot_categorical distributions.pareto distributions.poisson
        distributions.relaxed_bernoulli distributions.relaxed_categorical distributions.studentT
        distributions.transformed_distribution distributions.uniform distributions.von_mises
        distributions.weibull""",
    "amp": "cuda.amp",
}


def _add(path, target):
    """Makes a module with the names of another one."""
    made = types.ModuleType(f"{__package__}.{path}", target.__doc__)
    vars(made).update({n: value for n, value in vars(target).items() if not n.startswith("_")})
    owner, _, name = made.__name__.rpartition(".")
    setattr(sys.modules[owner], name, made)
    sys.modules[made.__name__] = made


def _autocast_of_cuda(enabled=True, dtype=None, cache_enabled=True):
    """autocast("cuda"), whose first argument is whether it is on."""
    return amp.autocast("cuda", dtype, enabled, cache_enabled)


for _target, _paths in _PATHS.items():
    for _path in _paths.split():
        _add(_path, importlib.import_module(f"{__package__}.{_target}"))
sys.modules[f"{__package__}.cuda.amp"].autocast = _autocast_of_cuda
