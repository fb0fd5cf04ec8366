/*
 * Modules and functions that are recorded: for the suite, and for the program that writes their
 * files for Python.
 */
#ifndef EXPORT_RECORD_ZOO_H
#define EXPORT_RECORD_ZOO_H

#include <ctorch/ctorch.h>

enum { ZOO_INPUTS = 4, ZOO_SIZES = 3, ZOO_DYNAMIC = 6 };

/* What is recorded: a module, or else a function. */
struct zoo_net {
	ct_module *module;
	ct_export_record_function function;
	void *context;
	int64_t outputs_len;
};

struct zoo_example {
	const char *name;
	ct_error (*make)(struct zoo_net *net);
	/* The inputs, for sizes that vary. */
	ct_error (*inputs)(const int64_t sizes[2], ct_tensor **inputs);
	int64_t inputs_len;
	/* The first are those of the recording; the program runs with all. */
	int64_t sizes[ZOO_SIZES][2];
	int64_t sizes_len;
	ct_export_dynamic dynamic[ZOO_DYNAMIC];
	int64_t dynamic_len;
	bool is_large; /* left out of the suite */
};

extern const struct zoo_example zoo[];
extern const int64_t zoo_len;

/* Sets how many outputs a module has. */
void zoo_count_outputs(struct zoo_net *net);

/* In the present scope. */
ct_error zoo_record(const struct zoo_example *example, const struct zoo_net *net,
		    ct_export **result);

/* Calls the module or the function itself; the outputs belong to the present scope. */
ct_error zoo_call(const struct zoo_net *net, ct_tensor *const *inputs, int64_t inputs_len,
		  ct_tensor **outputs);

#endif
