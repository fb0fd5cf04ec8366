"""Transforms of images: torchvision.transforms.v2."""

from . import _C


class Transform(_C.transform):
    """A transform of the library, made by the name of its class; a call transforms a tensor."""

    def __init__(self, *args, **kwargs):
        self._take(_C.transform_new(type(self).__name__, list(args), kwargs))

    def __call__(self, image):
        return self.apply(image)

    def __repr__(self):
        return self.to_string()


for _made in _C.transform_list_classes():
    globals()[_made["name"]] = type(_made["name"], (Transform,), {
        "__doc__": _made["schema"], "__module__": __name__})
