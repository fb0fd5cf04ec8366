['${symbol}', '${base_name}'],
