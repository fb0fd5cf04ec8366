STRUCT(${symbol})
