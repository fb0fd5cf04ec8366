

class ${name}(IntEnum):
    ${constants}
