
// ${name}Module is torch.nn.${name}.
type ${name}Module struct{ Core }

// ${name}Options has the arguments that ${name} can do without; what is nil has Python's default.
type ${name}Options struct {
	${optional}
}

${doc}
//
//	${schema}
func ${name}(${required}options ...${name}Options) *${name}Module {
	args := torch.NewArguments(${given})
	${set_options}
	m := &${name}Module{newCore("${name}", args)}
	m.Init(m)
	return m
}
