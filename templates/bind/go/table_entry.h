GT(${symbol})
