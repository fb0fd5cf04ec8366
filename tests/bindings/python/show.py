"""What programs print of a call that may fail."""


def show(name, function):
    """Prints what a function returns, or the class and the text of its exception."""
    try:
        result = function()
    except Exception as error:  # noqa: BLE001: its text is what is compared
        result = f"{type(error).__name__}: {error}"
    print(f"{name}: {result}")
