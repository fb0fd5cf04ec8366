${python_options_type}

// ${python_name} is ${python}.
//
${doc}
func ${python_name}(${outside_args}${python_options}) ${outside_type}{
	${return_word}torch.${function_name}(${arg_names}${options_given})
}
