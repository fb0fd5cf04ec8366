"""libctorch without its Python binding: the headers, the library and the programs."""
import ctorch_config

ctorch_config.load_torch()
__version__ = ctorch_config.fact("Version")
