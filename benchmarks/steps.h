/*
 * steps.h: what the programs that time training steps share: three small networks, in C
 * (steps.c), in C++ (steps_nn.cpp) and in Python (steps.py).
 *
 * KEEP THE SAME: these sizes in steps.py.
 *
 *   mlp: 64 -> 128 -> 128 -> 10, ReLU, a batch of 32, SGD
 *   cnn: 28 x 28 -> 16 channels -> 32 channels -> 10, 3 x 3, ReLU, pooled, a batch of 64, SGD
 *   gpt: 4 layers of 256 features in 4 heads, 2,048 tokens, 8 x 64 of them in a batch, Adam
 */
#ifndef CTORCH_BENCHMARK_STEPS_H
#define CTORCH_BENCHMARK_STEPS_H

#include "steps_time.h"

enum { CLASSES = 10 };
enum { MLP_BATCH = 32, MLP_INPUTS = 64, MLP_HIDDEN = 128 };
enum { CNN_BATCH = 64, CNN_SIDE = 28, CNN_FIRST = 16, CNN_SECOND = 32, CNN_FLAT = 32 * 7 * 7 };
enum {
	GPT_BATCH = 8,
	GPT_LENGTH = 64,
	GPT_TOKENS = 2048,
	GPT_FEATURES = 256,
	GPT_HEADS = 4,
	GPT_LAYERS = 4
};

#define RATE 1e-3

#endif
