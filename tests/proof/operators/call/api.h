/*
 * generated/ctorch_api.json as a table: the basis of a binding for another language, and all that
 * the caller in this folder knows about the C functions.
 */
#ifndef PROOF_OPERATORS_API_H
#define PROOF_OPERATORS_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
	const struct api_types *types; /* those of the file */
};

struct api_member {
	const char *c_type; /* "int32_t" */
	const char *name;   /* "kind" */
};

struct api_struct {
	const char *name; /* "ct_scalar" */
	struct api_member *members;
	size_t members_len;
};

struct api_enumerator {
	const char *name; /* "CT_DTYPE_NONE" */
	int64_t value;
};

struct api_enum {
	const char *name; /* "ct_dtype" */
	struct api_enumerator *enumerators;
	size_t enumerators_len;
};

struct api_handle {
	const char *name;          /* "ct_tensor" */
	const char *free_function; /* "ct_tensor_free" */
};

/* The C types of functions that are not part of the language. */
struct api_types {
	struct api_struct *structs;
	size_t structs_len;
	struct api_enum *enums;
	size_t enums_len;
	struct api_handle *handles;
	size_t handles_len;
};

struct api {
	const char *release; /* "2.15.0" */
	struct api_function *functions;
	size_t functions_len;
	struct api_types *types;
	void *json; /* owns the texts */
};

/* If the file is invalid, prints the error and its place on stderr. */
bool api_read(const char *path, struct api *api);
void api_free(struct api *api);

/* By symbol or method form, "ct_add_Tensor"; NULL if there is none. */
const struct api_function *api_find(const struct api *api, const char *symbol);

/* By name; NULL if there is none. */
const struct api_struct *api_find_struct(const struct api_types *types, const char *name);
const struct api_enum *api_find_enum(const struct api_types *types, const char *name);
const struct api_handle *api_find_handle(const struct api_types *types, const char *name);

#ifdef __cplusplus
}
#endif

#endif
