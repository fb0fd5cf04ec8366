CALL(${symbol})
