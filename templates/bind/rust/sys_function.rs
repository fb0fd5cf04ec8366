pub fn ${symbol}(${c_declared})${returns};
