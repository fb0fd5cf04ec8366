['${symbol}', '${nn_name}'],
