
${doc}
type ${name} struct{ T *unsafe.Pointer }

func new${name}(handle unsafe.Pointer) ${name} {
	return ${name}{newBox(handle, ${number})}
}

func (${name}) kind() int32 { return ${number} }
