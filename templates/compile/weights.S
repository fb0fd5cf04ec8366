/* Written by ctorch-compile: the weights as a part of the program. */
	.section .rodata
	.global ${name}_weights
	.global ${name}_weights_end
	.balign 64
${name}_weights:
	.incbin "${name}.safetensors"
${name}_weights_end:
	.byte 0
	.section .note.GNU-stack, "", %progbits
