
// ${name} is the function ${function_name}.
func (${self}) ${name}(${rest}) ${type}{
	${return_word}${function_name}(${arg_names})
}
