HANDLE(${symbol})
