/*
 * Networks of the examples, which are included here as they are: made, and the loss of one batch.
 */
#ifndef NN_TRAINING_H
#define NN_TRAINING_H

#include <ctorch/nn/module.h>

struct network {
	const char *name;
	ct_module *(*make)(void); /* CT_FINISH() has its error */
	ct_error (*loss)(const ct_module *network, ct_tensor **result); /* of a random batch */
	double rate; /* of SGD */
};

extern const struct network resnet_network, gpt_network, tagger_network;

#endif
