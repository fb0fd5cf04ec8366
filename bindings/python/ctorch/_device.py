"""Types of devices, and what they have of Python's torch.Generator."""

from . import _C, enums


def type_of(device):
    """The number that C has for the type of a device: "cpu", "cuda:1"."""
    return enums.DeviceType["DEVICE_TYPE_" + _C.device(device).type.upper()]


class Generator(_C.generator):
    """A generator of random numbers."""

    def __init__(self, device="cpu"):
        self._take(_C.generator_new(device))

    def manual_seed(self, seed):
        """Sets the seed, and returns the generator."""
        super().manual_seed(seed)
        return self

    def get_state(self):
        """The state, a Tensor."""
        return self.state()

    @property
    def device(self):
        """The device of its numbers."""
        return _C.generator.device(self)
