
// ${name} is the function ${function_name}.
func (${self}) ${name}(${rest}${options}) ${type}{
	${return_word}${function_name}(${arg_names}${options_given})
}
