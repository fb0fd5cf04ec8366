/*
 * generated/ctorch_api.json as a table: what a binding in another language starts from, and all
 * that the caller in this folder knows about the C functions.
 */
#ifndef OPS_API_H
#define OPS_API_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum api_role { API_VALUE, API_LENGTH };

/* A parameter or a result. */
struct api_param {
	const char *name;   /* "self" */
	const char *c_type; /* "const ct_tensor *" */
	const char *arg;    /* the schema's argument; NULL for results */
	const char *type;   /* "Tensor?", the schema's */
	enum api_role role;
	int index; /* of results: which return of the schema; of parameters: which argument */
};

struct api_function {
	const char *symbol;   /* "ct_add_Tensor" */
	const char *method;   /* "ct_Tensor_add_Tensor", or NULL */
	const char *op;       /* "aten::add" */
	const char *overload; /* "Tensor", or "" */
	const char *schema;
	const char *kind; /* "functional", "inplace", "out", "mutable" */
	struct api_param *params;
	size_t params_len;
	struct api_param *results;
	size_t results_len;
};

struct api {
	char *release; /* "2.15.0" */
	struct api_function *functions;
	size_t functions_len;
	void *json; /* owns the texts */
};

/* Says on stderr what is wrong with the file, and where. */
bool api_read(const char *path, struct api *api);
void api_free(struct api *api);

#ifdef __cplusplus
}
#endif

#endif
