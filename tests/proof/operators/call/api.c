#include "call/api.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

/* The position in the file, for messages: "functions[12].params[2]". */
struct place {
	const char *path;
	const char *list;   /* "functions" */
	const char *symbol; /* "ct_add_Tensor", "" before it is known */
	size_t index;
};

static bool complain(const struct place *place, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s: %s[%zu]", place->path, place->list, place->index);
	if (*place->symbol)
		fprintf(stderr, " (%s)", place->symbol);
	fputs(": ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return false;
}

/* The array's memory is never NULL, so that NULL means failure. */
static void *new_array(size_t n, size_t size)
{
	void *array = calloc(n ? n : 1, size);

	if (array == NULL)
		fputs("api.c: no memory\n", stderr);
	return array;
}

static bool read_text(const struct place *place, const json_t *object, const char *key,
		      const char **text)
{
	*text = json_string_value(json_object_get(object, key));
	return *text || complain(place, "\"%s\" is no text", key);
}

static bool read_text_or_null(const struct place *place, const json_t *object, const char *key,
			      const char **text)
{
	*text = NULL;
	return json_is_null(json_object_get(object, key)) || read_text(place, object, key, text);
}

static bool read_role(const struct place *place, const json_t *object, enum api_role *role)
{
	const char *text;

	if (!read_text(place, object, "role", &text))
		return false;
	if (strcmp(text, "value") == 0)
		*role = API_VALUE;
	else if (strcmp(text, "length") == 0)
		*role = API_LENGTH;
	else
		return complain(place, "unknown role \"%s\"", text);
	return true;
}

/* The common parts of parameters and results. */
static bool read_value(const struct place *place, const json_t *object, struct api_param *value)
{
	return read_text(place, object, "name", &value->name) &&
	       read_text(place, object, "c_type", &value->c_type) &&
	       read_text(place, object, "type", &value->type) &&
	       read_role(place, object, &value->role);
}

static bool read_params(const struct place *place, const json_t *list, struct api_function *to)
{
	size_t i;
	json_t *object;
	int argument = -1;

	if (!json_is_array(list))
		return complain(place, "\"params\" is no list");
	to->params = new_array(json_array_size(list), sizeof *to->params);
	if (to->params == NULL)
		return false;
	json_array_foreach (list, i, object) {
		struct api_param *param = &to->params[i];

		if (!read_value(place, object, param) ||
		    !read_text(place, object, "arg", &param->arg))
			return false;
		if (i == 0 || strcmp(param->arg, param[-1].arg) != 0)
			argument++;
		param->index = argument;
		to->params_len++;
	}
	return true;
}

static bool read_results(const struct place *place, const json_t *list, struct api_function *to)
{
	size_t i;
	json_t *object;

	if (!json_is_array(list))
		return complain(place, "\"results\" is no list");
	to->results = new_array(json_array_size(list), sizeof *to->results);
	if (to->results == NULL)
		return false;
	json_array_foreach (list, i, object) {
		const json_t *index = json_object_get(object, "index");

		if (!read_value(place, object, &to->results[i]))
			return false;
		if (!json_is_integer(index))
			return complain(place, "\"index\" of a result is no number");
		to->results[i].index = (int)json_integer_value(index);
		to->results_len++;
	}
	return true;
}

static bool read_function(struct place *place, const json_t *object, struct api_function *to)
{
	if (!read_text(place, object, "symbol", &to->symbol))
		return false;
	place->symbol = to->symbol;
	return read_text_or_null(place, object, "method", &to->method) &&
	       read_text(place, object, "op", &to->op) &&
	       read_text(place, object, "overload", &to->overload) &&
	       read_text(place, object, "schema", &to->schema) &&
	       read_text(place, object, "kind", &to->kind) &&
	       read_params(place, json_object_get(object, "params"), to) &&
	       read_results(place, json_object_get(object, "results"), to);
}

static bool read_functions(const char *path, const json_t *list, struct api *api)
{
	struct place place = { .path = path, .list = "functions" };
	json_t *object;

	if (!json_is_array(list)) {
		fprintf(stderr, "%s: \"functions\" is no list\n", path);
		return false;
	}
	api->functions = new_array(json_array_size(list), sizeof *api->functions);
	if (api->functions == NULL)
		return false;
	json_array_foreach (list, place.index, object) {
		struct api_function *function = &api->functions[api->functions_len++];

		place.symbol = "";
		function->types = api->types;
		if (!read_function(&place, object, function))
			return false;
	}
	return true;
}

static bool read_members(const struct place *place, const json_t *list, struct api_struct *to)
{
	size_t i;
	json_t *field;

	to->members = new_array(json_array_size(list), sizeof *to->members);
	if (to->members == NULL)
		return false;
	json_array_foreach (list, i, field) {
		struct api_member *member = &to->members[to->members_len++];

		if (!read_text(place, field, "c_type", &member->c_type) ||
		    !read_text(place, field, "name", &member->name))
			return false;
	}
	return true;
}

static bool read_structs(const char *path, json_t *object, struct api_types *types)
{
	struct place place = { .path = path, .list = "structs" };
	json_t *members;

	types->structs = new_array(json_object_size(object), sizeof *types->structs);
	if (types->structs == NULL)
		return false;
	json_object_foreach (object, place.symbol, members) {
		struct api_struct *to = &types->structs[types->structs_len++];

		to->name = place.symbol;
		if (!read_members(&place, members, to))
			return false;
		place.index++;
	}
	return true;
}

static bool read_enumerators(const struct place *place, json_t *object, struct api_enum *to)
{
	const char *name;
	json_t *value;

	to->enumerators = new_array(json_object_size(object), sizeof *to->enumerators);
	if (to->enumerators == NULL)
		return false;
	json_object_foreach (object, name, value) {
		struct api_enumerator *enumerator = &to->enumerators[to->enumerators_len++];

		if (!json_is_integer(value))
			return complain(place, "%s is no number", name);
		enumerator->name = name;
		enumerator->value = json_integer_value(value);
	}
	return true;
}

static bool read_enums(const char *path, json_t *object, struct api_types *types)
{
	struct place place = { .path = path, .list = "enums" };
	json_t *enumerators;

	types->enums = new_array(json_object_size(object), sizeof *types->enums);
	if (types->enums == NULL)
		return false;
	json_object_foreach (object, place.symbol, enumerators) {
		struct api_enum *to = &types->enums[types->enums_len++];

		to->name = place.symbol;
		if (!read_enumerators(&place, enumerators, to))
			return false;
		place.index++;
	}
	return true;
}

static bool read_handles(const char *path, json_t *object, struct api_types *types)
{
	struct place place = { .path = path, .list = "handles" };
	json_t *handle;

	types->handles = new_array(json_object_size(object), sizeof *types->handles);
	if (types->handles == NULL)
		return false;
	json_object_foreach (object, place.symbol, handle) {
		struct api_handle *to = &types->handles[types->handles_len++];

		to->name = place.symbol;
		if (!read_text(&place, handle, "free", &to->free_function))
			return false;
		place.index++;
	}
	return true;
}

static bool read_types(const char *path, const json_t *root, struct api *api)
{
	api->types = new_array(1, sizeof *api->types);
	return api->types && read_structs(path, json_object_get(root, "structs"), api->types) &&
	       read_enums(path, json_object_get(root, "enums"), api->types) &&
	       read_handles(path, json_object_get(root, "handles"), api->types);
}

static bool read_release(const char *path, const json_t *root, struct api *api)
{
	api->release = json_string_value(json_object_get(root, "pytorch"));
	if (api->release == NULL)
		fprintf(stderr, "%s: \"pytorch\" is no text\n", path);
	return api->release;
}

static bool read_root(const char *path, struct api *api)
{
	json_error_t error;

	api->json = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
	if (api->json == NULL) {
		if (error.line > 0)
			fprintf(stderr, "%s:%d:%d: %s\n", path, error.line, error.column,
				error.text);
		else
			fprintf(stderr, "%s\n", error.text); /* it names the file */
		return false;
	}
	return read_release(path, api->json, api) && read_types(path, api->json, api) &&
	       read_functions(path, json_object_get(api->json, "functions"), api);
}

bool api_read(const char *path, struct api *api)
{
	memset(api, 0, sizeof *api);
	if (read_root(path, api))
		return true;
	api_free(api);
	return false;
}

static void free_types(struct api_types *types)
{
	if (types == NULL)
		return;
	for (size_t i = 0; i < types->structs_len; i++)
		free(types->structs[i].members);
	for (size_t i = 0; i < types->enums_len; i++)
		free(types->enums[i].enumerators);
	free(types->structs);
	free(types->enums);
	free(types->handles);
	free(types);
}

void api_free(struct api *api)
{
	for (size_t i = 0; i < api->functions_len; i++) {
		free(api->functions[i].params);
		free(api->functions[i].results);
	}
	free(api->functions);
	free_types(api->types);
	json_decref(api->json);
	memset(api, 0, sizeof *api);
}

const struct api_function *api_find(const struct api *api, const char *symbol)
{
	for (size_t i = 0; i < api->functions_len; i++) {
		const struct api_function *function = &api->functions[i];

		if (strcmp(function->symbol, symbol) == 0 ||
		    (function->method && strcmp(function->method, symbol) == 0))
			return function;
	}
	return NULL;
}

const struct api_struct *api_find_struct(const struct api_types *types, const char *name)
{
	for (size_t i = 0; i < types->structs_len; i++)
		if (strcmp(types->structs[i].name, name) == 0)
			return &types->structs[i];
	return NULL;
}

const struct api_enum *api_find_enum(const struct api_types *types, const char *name)
{
	for (size_t i = 0; i < types->enums_len; i++)
		if (strcmp(types->enums[i].name, name) == 0)
			return &types->enums[i];
	return NULL;
}

const struct api_handle *api_find_handle(const struct api_types *types, const char *name)
{
	for (size_t i = 0; i < types->handles_len; i++)
		if (strcmp(types->handles[i].name, name) == 0)
			return &types->handles[i];
	return NULL;
}
