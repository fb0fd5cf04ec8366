("${name}", |e| drop(e.call(Tensor::${full_name}(${empty}${method_empty_options})))),
