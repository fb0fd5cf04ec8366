("${name}", |e| drop(e.call(ops::${full_name}(${empty}${empty_options})))),
