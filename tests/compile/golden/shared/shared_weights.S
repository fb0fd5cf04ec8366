/* Written by ctorch-compile: the weights as a part of the program. */
	.section .rodata
	.global shared_weights
	.global shared_weights_end
	.balign 64
shared_weights:
	.incbin "shared.safetensors"
shared_weights_end:
	.byte 0
	.section .note.GNU-stack, "", %progbits
