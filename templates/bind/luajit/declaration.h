${c_returns} ${symbol}(${c_declared});
