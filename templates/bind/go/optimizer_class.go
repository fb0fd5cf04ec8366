
// ${name}Options has the arguments that ${name} can do without; what is nil has Python's default.
type ${name}Options struct {
	${optional}
}

${doc}
//
//	${schema}
func ${name}(${required}options ...${name}Options) torch.Optimizer {
	args := torch.NewArguments(${given})
	for _, o := range options {
		_ = o
		${set_options}
	}
	return torch.OptimizerOf("${name}", args)
}
