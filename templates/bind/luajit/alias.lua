methods.${self_of}.${name} = M.${function_name}
