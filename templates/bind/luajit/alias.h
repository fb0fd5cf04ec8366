typedef ${c_returns} ${symbol};
