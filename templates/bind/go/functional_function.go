
// ${python_name} is ${python}.
//
${doc}
func ${python_name}(${outside_args}) ${outside_type}{
	${return_word}torch.${function_name}(${arg_names})
}
