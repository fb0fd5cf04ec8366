
// ${name}Options has the arguments that ${name} can do without; what is nil has Python's default.
type ${name}Options struct {
	${optional}
}

${doc}
//
//	${schema}
func ${name}(${required}options ...${name}Options) torch.${family} {
	args := torch.NewArguments(${given})
	${set_options}
	return torch.${family}Of("${name}", args)
}
