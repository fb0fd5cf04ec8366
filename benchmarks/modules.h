/*
 * modules.h: training steps of five networks of modules: in C (modules.c), in C++ by torch::nn
 * (modules_nn.cpp) and in Python (modules.py). modules.sh compares them.
 *
 * Each network maps its input to one row of logits for each label. A step is forward, cross
 * entropy, backward and SGD. All sides begin with the same numbers, drawn from the same seed.
 *
 * KEEP THE SAME: these sizes in modules.py.
 */
#ifndef CTORCH_BENCHMARK_MODULES_H
#define CTORCH_BENCHMARK_MODULES_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CLASSES = 10 };
enum { MLP_BATCH = 32, MLP_INPUTS = 64, MLP_HIDDEN = 128 };
enum { LENET_BATCH = 64, LENET_SIDE = 28 };
enum { RESNET_BATCH = 32, RESNET_SIDE = 32 };
enum { TAGGER_BATCH = 32, TAGGER_LENGTH = 24, TAGGER_WORDS = 1000, TAGGER_FEATURES = 64 };
enum { ENCODER_BATCH = 16, ENCODER_LENGTH = 32, ENCODER_FEATURES = 64, ENCODER_HEADS = 4 };

#define TAGGER_SHAPE TAGGER_BATCH, TAGGER_LENGTH
#define TAGGER_LABELS (TAGGER_BATCH * TAGGER_LENGTH)
#define ENCODER_SHAPE ENCODER_LENGTH, ENCODER_BATCH, ENCODER_FEATURES
#define ENCODER_LABELS (ENCODER_LENGTH * ENCODER_BATCH)
#define RATE 1e-3

/* A network with its batch: "mlp", "lenet", "resnet", "tagger", "encoder", or "sdpa", which is the
 * encoder, but whose C++ has the operators of Python's. NULL: another name. */
void *c_new(const char *name);
void *cpp_new(const char *name);

/* One step: a step_function of steps_time.h. */
bool c_step(void *model, double *loss);
bool cpp_step(void *model, double *loss);

#ifdef __cplusplus
}
#endif

#endif
