ct::give(CT_HERE, at::_ops::${struct}::call(${args})${,results});
