auto returned__ = at::_ops::${struct}::call(${args});
ct::give(CT_HERE, std::move(returned__)${,results});
