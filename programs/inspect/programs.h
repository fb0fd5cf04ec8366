/* Programs of torch.export: their weights, and what is around them. */
#ifndef CT_INSPECT_PROGRAMS_H
#define CT_INSPECT_PROGRAMS_H

#include <ctorch/operators/value.h>

/* The tensors of the archive's only model; of several a dict by their names. */
ct_error load_programs(const char *path, ct_device device, ct_value *result) CT_WARN_UNUSED;

/* A list of what ct_export_describe() says of each model. */
ct_error describe_programs(const char *path, ct_value *result) CT_WARN_UNUSED;

/* Prints all but the weights (programs_text.c). */
ct_error print_programs(const ct_value *programs) CT_WARN_UNUSED;

#endif
