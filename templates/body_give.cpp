ct::give(at::_ops::${struct}::call(${args})${,results});
