['${symbol}', '${name}'],
