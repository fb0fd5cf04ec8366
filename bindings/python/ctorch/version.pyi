"""Types of the release."""

__version__: str
hip: None
cuda: str | None
