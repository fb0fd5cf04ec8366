
${doc}
type ${name} int32

const (
	${constants}
)
