/*
 * A GPT with tied weights, as GPT in ddp.py, of a few tokens.
 */
#ifndef DISTRIBUTED_GPT_H
#define DISTRIBUTED_GPT_H

#include <ctorch/ctorch.h>

/* In the innermost scope. From tokens of 0 to 9 in two sequences of four, to ten scores of each. */
ct_module *gpt_new(void);

#endif
