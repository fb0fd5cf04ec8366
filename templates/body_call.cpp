at::_ops::${struct}::call(${args});
