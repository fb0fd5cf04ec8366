
${doc}
func (${self}) ${name}(${rest}) ${type}{
	var frame struct {
		head head
		${fields}
		${result_fields}
	}
	${set}
	call(${number}, &frame.head)
	${return}
}
