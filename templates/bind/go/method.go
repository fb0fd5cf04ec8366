
${doc}
func (${self}) ${name}(${rest}) ${type}{
	var frame struct {
		head head
		${fields}
		${result_fields}
	}
	${set}
	${hold}
	call(${number}, &frame.head)
	${return}
}
