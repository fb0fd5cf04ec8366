${c_type}${name}(${out}${args});
