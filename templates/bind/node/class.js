'${name}',
