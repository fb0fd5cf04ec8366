
${doc}
type ${name} struct{ T *unsafe.Pointer }

func new${name}(handle unsafe.Pointer) ${name} {
	return ${name}{newBox(handle, ${number})}
}
