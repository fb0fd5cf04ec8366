['${symbol}', '${python_name}'],
