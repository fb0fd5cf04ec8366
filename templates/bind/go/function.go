${options_type}

${doc}
func ${name}(${args}${options}) ${type}{
	var frame struct {
		head head
		${fields}
		${result_fields}
	}
	${set}
	${defaults}
	${take_options}
	${hold}
	call(${number}, &frame.head)
	${return}
}
