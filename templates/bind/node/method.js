['${symbol}', '${base_name}', '${self_of}'],
