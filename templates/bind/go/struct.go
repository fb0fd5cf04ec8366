
${doc}
type ${name} struct {
	${members}
}
