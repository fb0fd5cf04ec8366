
${doc}
func ${nn_name}(${outside_args}) ${outside_type}{
	${return_word}torch.${function_name}(${arg_names})
}
