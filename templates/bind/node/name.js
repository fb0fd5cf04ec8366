['${symbol}', '${listed_name}'],
