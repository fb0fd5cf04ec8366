/*
 * ${name}.h: the program of ${archive}, written by ctorch-compile.
 *
${interface}
 */
#ifndef CTORCH_COMPILED_${guard}_H
#define CTORCH_COMPILED_${guard}_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
${includes}

#ifdef __cplusplus
extern "C" {
#endif

/* The weights. They belong to the struct; their names in Python are beside them. */
struct ${name} {
${fields}
};

/* Reads the weights${from}. Release the result with ${name}_free(). */
ct_error ${name}_load(${load_parameters}struct ${name} **result) CT_RETURNS_ERROR;

/* Runs the program. Results are new: they belong to the caller's scope, or are to be freed with
 * ct_tensor_free(). After an error there are none.${mutates} */
ct_error ${name}_run(struct ${name} *self${parameters}) CT_RETURNS_ERROR;
${run_out}

/* Releases the weights. NULL is accepted. */
void ${name}_free(struct ${name} *self);

#ifdef __cplusplus
}
#endif

#endif
