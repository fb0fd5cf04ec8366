CT_METHOD(${method}, ${symbol})
