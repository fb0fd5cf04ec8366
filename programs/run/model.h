/* Models of any kind that can run. */
#ifndef CT_RUN_MODEL_H
#define CT_RUN_MODEL_H

#include <ctorch/aoti/package.h>
#include <ctorch/export/program.h>
#include <ctorch/jit/script.h>
#include <ctorch/nn/module.h>
#include <ctorch/operators/value.h>

#include "options.h"

struct model;

/* The inputs of a call. */
struct call {
	ct_value args;  /* a list */
	ct_value named; /* a dict by the names of parameters */
};

/* What a kind of model can do. */
struct model_kind {
	const char *title; /* "torch.export" */
	ct_error (*open)(const struct options *options, struct model *model);
	ct_error (*call)(struct model *model, const struct call *call, ct_value *result);
	/* Both write to stdout; NULL: it cannot be shown so. */
	ct_error (*print)(const struct model *model);
	ct_error (*draw)(const struct model *model);
};

struct model {
	const struct model_kind *kind;
	ct_export *program;   /* of torch.export; NULL: another kind */
	ct_jit *script;       /* of TorchScript */
	const char *method;   /* of it; borrowed */
	ct_aoti *package;     /* of AOTInductor */
	ct_module *module;    /* of a class */
	ct_value description; /* of ct_export_describe(); None: the inputs are unknown */
};

/* torch.export (exported.c); TorchScript (script.c); AOTInductor (package.c); a class with weights of a
 * file (weights.c). */
extern const struct model_kind exported_kind, script_kind, package_kind, weights_kind;

/* Finds out the kind of the file and opens it; an error that says what to do for a kind that cannot
 * run. Close it, also after an error. */
ct_error open_model(const struct options *options, struct model *result) CT_WARN_UNUSED;
void close_model(struct model *model);

/* Runs it once. The result is new. */
ct_error call_model(struct model *model, const struct call *call, ct_value *result) CT_WARN_UNUSED;

/* The structure of an argument, whose leaves are places in the description's inputs: of a position,
 * or, if `name` is not NULL, of a parameter. False: it is unknown. */
bool find_argument(const struct model *model, int64_t position, const char *name, ct_value *result);

/* How many positional arguments it takes; -1: that is unknown. */
int64_t positional_count(const struct model *model);

/* What is known of a leaf. */
bool find_leaf(const struct model *model, int64_t leaf, ct_value *result);

#endif
