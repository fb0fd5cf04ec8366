"""Transforms of images: torchvision.transforms.v2."""

from . import _C


class Transform(_C.transform):
    """A transform of the library, made by the name of its class; a call transforms a tensor."""

    def __init__(self, *args, **kwargs):
        children = []
        args = [_as_child(value, children) for value in args]
        kwargs = {name: _as_child(value, children) for name, value in kwargs.items()}
        self._take(_C.transform_new_from(type(self).__name__, children, args, kwargs))

    def __call__(self, image):
        return self.apply(image)

    def __repr__(self):
        return self.to_string()


class Lambda(Transform):
    """A transform that is a function of a Tensor."""

    def __init__(self, lambd):
        self._take(_C._transform_lambda(lambd))


def _as_child(value, children):
    """An argument as C takes it: for a transform, or a function, its index among the children."""
    if isinstance(value, (list, tuple)):
        return [_as_child(item, children) for item in value]
    if not isinstance(value, _C.transform):
        if not callable(value) or isinstance(value, _C.dtype):
            return value
        value = Lambda(value)
    children.append(value)
    return len(children) - 1


for _made in _C.transform_list_classes():
    globals()[_made["name"]] = type(_made["name"], (Transform,), {
        "__doc__": _made["schema"], "__module__": __name__})
