/*
 * Loading a state dict: first everything is compared, then, if nothing was wrong, loaded.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/scope.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "core/base/warn.h"
#include "core/memory/own_scope.h"
#include "module/computed.h"
#include "module/metadata.h"
#include "tensor/tensor/sizes.h"

static const char *const function = CT_NAME_OF(ct_module_load_state_dict);

/* A part of the module and the tensor that it is loaded from. */
struct pair {
	ct_module *module;
	enum ct_part_kind kind;
	struct ct_part *part;
	ct_tensor *from; /* borrowed from the state, or the scope's */
	ct_tensor *made; /* to be assigned; the scope's */
	char *key;
};

struct loading {
	ct_value state; /* ours, with what the hooks changed */
	bool strict, assign;
	ct_value missing, unexpected; /* lists of keys */
	struct ct_text problems;      /* the others, each after "\n\t" */
	struct pair *pairs;
	int64_t pairs_len, pairs_room;
};

/* The keys below a module: their numbers in the state. */
struct keys {
	int64_t *at;
	int64_t len;
};

/* --- comparing -------------------------------------------------------------------------------- */

static void add_size(struct ct_text *text, const ct_tensor *x)
{
	ct_text_add(text, "torch.Size([");
	for (int64_t i = 0; i < ct_tensor_dim(x); i++)
		ct_text_addf(text, "%s%lld", i ? ", " : "", (long long)ct_tensor_size(x, i));
	ct_text_add(text, "])");
}

static void add_mismatch(struct ct_text *text, const char *key, const ct_tensor *from,
			 const ct_tensor *to)
{
	ct_text_addf(text, "\n\tsize mismatch for %s: copying a param with shape ", key);
	add_size(text, from);
	ct_text_add(text, " from checkpoint, the shape in current model is ");
	add_size(text, to);
	ct_text_add(text, ".");
}

/* Takes the key over. */
static ct_error add_pair(struct loading *loading, struct pair pair, struct ct_text *key)
{
	struct pair *pairs = ct_array_grow(loading->pairs, &loading->pairs_room,
					   loading->pairs_len + 1, sizeof *pairs);

	if (pairs == NULL)
		return ct_no_memory(function, "for a list of keys");
	loading->pairs = pairs;
	pair.key = key->data;
	*key = (struct ct_text){ 0 };
	loading->pairs[loading->pairs_len++] = pair;
	return NULL;
}

static ct_error no_shape(void)
{
	return ct_error_new(CT_ERROR_RUNTIME, function,
			    "Can't access the shape of an uninitialized parameter or buffer. This "
			    "error usually happens in `load_state_dict` when trying to load an "
			    "uninitialized parameter into an initialized one. Call `forward` to "
			    "initialize the parameters before accessing their attributes.");
}

static ct_error compare(struct loading *loading, struct pair pair, struct ct_text *key,
			const ct_value *value)
{
	ct_tensor *to = pair.part->object;

	if (value->kind != CT_VALUE_TENSOR) {
		ct_text_addf(&loading->problems,
			     "\n\tWhile copying the parameter named \"%s\", expected torch.Tensor "
			     "or Tensor-like object from checkpoint but received <class '%s'>",
			     key->data, ct_value_type_name(value));
		return NULL;
	}
	CT_TRY(ct_value_as_tensor(value, &pair.from));
	if (ct_parameter_is_lazy(pair.from))
		return ct_parameter_is_lazy(to) ? NULL : no_shape();
	if (ct_parameter_is_lazy(to))
		return add_pair(loading, pair, key);
	/* Files of PyTorch before 0.4 have one element where there is a number today. */
	if (ct_tensor_dim(to) == 0 && ct_tensor_dim(pair.from) == 1 &&
	    ct_tensor_size(pair.from, 0) == 1)
		CT_TRY(ct_select_int(pair.from, 0, 0, &pair.from));
	CT_TRY(ct_check_sizes(pair.from));
	CT_TRY(ct_check_sizes(to));
	if (!ct_same_sizes(pair.from, to)) {
		add_mismatch(&loading->problems, key->data, pair.from, to);
		return NULL;
	}
	return add_pair(loading, pair, key);
}

static ct_error compare_part(struct loading *loading, struct pair pair, const char *prefix)
{
	struct ct_text key = { 0 };
	ct_value value;
	ct_error error;

	ct_text_add(&key, prefix);
	ct_text_add(&key, pair.part->name);
	if (key.failed)
		error = ct_no_memory(function, "for a list of keys");
	else if (ct_value_dict_has(&loading->state, ct_value_string(key.data))) {
		error = ct_value_dict_get(&loading->state, ct_value_string(key.data), &value);
		if (error == NULL)
			error = compare(loading, pair, &key, &value);
	} else
		error = ct_value_list_append(&loading->missing, ct_value_string(key.data));
	ct_text_release(&key);
	return error;
}

/* --- keys that nothing has -------------------------------------------------------------------- */

static bool has_part(const ct_module *module, enum ct_part_kind kind, const char *name,
		     size_t length)
{
	const struct ct_parts *parts = &module->parts[kind];

	for (uint32_t i = 0; i < parts->len; i++) {
		const struct ct_part *part = &parts->at[i];

		if (strlen(part->name) == length && !memcmp(part->name, name, length))
			return kind == CT_CHILDREN || (part->is_persistent && part->object);
	}
	return false;
}

/* A key without its prefix: its first name has to be a child or, if it is the last, a tensor. */
static bool is_known(const ct_module *module, const char *rest)
{
	const char *dot = strchr(rest, '.');
	const size_t length = dot ? (size_t)(dot - rest) : strlen(rest);

	if (dot)
		return has_part(module, CT_CHILDREN, rest, length);
	return has_part(module, CT_PARAMETERS, rest, length) ||
	       has_part(module, CT_BUFFERS, rest, length);
}

/* NULL for a key that is not a text. */
static const char *load_state_key_at(const struct loading *loading, int64_t i)
{
	ct_value key, value;
	const char *text = NULL;

	ct_error_free(ct_value_dict_item(&loading->state, i, &key, &value));
	if (key.kind == CT_VALUE_STRING)
		ct_error_free(ct_value_as_string(&key, &text, NULL));
	return text;
}

static ct_error find_unexpected(struct loading *loading, const ct_module *module,
				const char *prefix, const struct keys *keys)
{
	const size_t skipped = strlen(prefix);

	for (int64_t i = 0; i < keys->len; i++) {
		const char *key = load_state_key_at(loading, keys->at[i]);

		if (!is_known(module, key + skipped))
			CT_TRY(ct_value_list_append(&loading->unexpected, ct_value_string(key)));
	}
	return NULL;
}

/* Those of `keys` that begin with the prefix. */
static bool narrow(const struct loading *loading, const struct keys *keys, const char *prefix,
		   struct keys *result)
{
	const size_t length = strlen(prefix);

	*result = (struct keys){ ct_array_new(keys->len + 1, sizeof *result->at), 0 };
	for (int64_t i = 0; result->at && i < keys->len; i++)
		if (!strncmp(load_state_key_at(loading, keys->at[i]), prefix, length))
			result->at[result->len++] = keys->at[i];
	return result->at != NULL;
}

/* --- all modules ------------------------------------------------------------------------------ */

static ct_error compare_module(struct loading *loading, ct_module *module, const char *prefix,
			       const struct keys *keys);

static ct_error compare_child(struct loading *loading, const struct ct_part *child,
			      const char *prefix, const struct keys *keys)
{
	struct ct_text inner = { 0 };
	struct keys narrowed = { 0 };
	ct_error error;

	ct_text_add(&inner, prefix);
	ct_text_add(&inner, child->name);
	ct_text_add(&inner, ".");
	if (inner.failed || !narrow(loading, keys, inner.data, &narrowed))
		error = ct_no_memory(function, "for a list of keys");
	else
		error = compare_module(loading, child->object, inner.data, &narrowed);
	ct_text_release(&inner);
	free(narrowed.at);
	return error;
}

static ct_error compare_module(struct loading *loading, ct_module *module, const char *prefix,
			       const struct keys *keys)
{
	const struct ct_parts *children = &module->parts[CT_CHILDREN];

	CT_TRY(ct_computed_missing_keys(module, &loading->state, prefix, &loading->missing));
	for (int kind = 0; kind < CT_CHILDREN; kind++)
		for (uint32_t i = 0; i < module->parts[kind].len; i++) {
			struct ct_part *part = &module->parts[kind].at[i];

			const struct pair pair = { .module = module,
						   .kind = (enum ct_part_kind)kind,
						   .part = part };

			if (part->object && part->is_persistent)
				CT_TRY(compare_part(loading, pair, prefix));
		}
	CT_TRY(find_unexpected(loading, module, prefix, keys));
	for (uint32_t i = 0; i < children->len; i++)
		if (children->at[i].object)
			CT_TRY(compare_child(loading, &children->at[i], prefix, keys));
	return NULL;
}

static ct_error all_keys(const struct loading *loading, struct keys *keys)
{
	const int64_t n = ct_value_count(&loading->state);

	*keys = (struct keys){ ct_array_new(n + 1, sizeof *keys->at), 0 };
	if (keys->at == NULL)
		return ct_no_memory(function, "for a list of keys");
	for (int64_t i = 0; i < n; i++) {
		if (load_state_key_at(loading, i) == NULL)
			return ct_error_new(CT_ERROR_TYPE, function,
					    "argument 2 (state): key %lld is not a string",
					    (long long)i);
		keys->at[keys->len++] = i;
	}
	return NULL;
}

/* --- loading ---------------------------------------------------------------------------------- */

/* Makes all that is assigned, so that nothing has changed if memory runs out. */
static ct_error make_assigned(const struct loading *loading)
{
	for (int64_t i = 0; i < loading->pairs_len; i++) {
		struct pair *pair = &loading->pairs[i];

		if (pair->kind == CT_PARAMETERS)
			CT_TRY(ct_parameter_new(pair->from,
						ct_tensor_requires_grad(pair->part->object),
						&pair->made));
		else
			pair->made = ct_tensor_retain(pair->from);
		if (pair->made == NULL)
			return ct_no_memory(function, "for a list of keys");
	}
	return NULL;
}

static void assign(const struct loading *loading)
{
	for (int64_t i = 0; i < loading->pairs_len; i++) {
		const struct pair *pair = &loading->pairs[i];

		ct_scope_disown(pair->made);
		ct_part_set(pair->module, pair->kind, pair->part, pair->made);
	}
}

/* libtorch's text in an error: without the class before it and a hint behind it. */
static ct_value text_of(ct_error error, struct ct_text *text)
{
	const char *begin = strstr(error, ": ") + strlen(": "), *hint = ct_error_hint(error);

	ct_text_add_bytes(text, begin, hint ? (size_t)(hint - 1 - begin) : strlen(begin));
	return ct_value_string(text->data);
}

/* libtorch refuses to copy, which Python reports with the others, by the exception's arguments. */
static ct_error add_refusal(struct loading *loading, const struct pair *pair, ct_error refusal)
{
	struct ct_text *text = &loading->problems, reason = { 0 };
	const ct_value string = text_of(refusal, &reason), tuple = ct_value_tuple(&string, 1);
	ct_error error;
	char *args;

	error = reason.failed ? ct_no_memory(function, "for a list of keys")
			      : ct_value_to_string(&tuple, &args);
	ct_text_release(&reason);
	if (error)
		return error;
	ct_text_addf(text,
		     "\n\tWhile copying the parameter named \"%s\", whose dimensions in the "
		     "model are ",
		     pair->key);
	add_size(text, pair->part->object);
	ct_text_add(text, " and whose dimensions in the checkpoint are ");
	add_size(text, pair->from);
	ct_text_addf(text, ", an exception occurred : %s.", args);
	return NULL;
}

static void warn_of_meta(const struct pair *pair)
{
	const ct_tensor *parameter = pair->part->object;

	if (ct_tensor_device(parameter).type == CT_DEVICE_TYPE_META &&
	    ct_tensor_device(pair->from).type != CT_DEVICE_TYPE_META)
		ct_warn_of(
			"for %s: copying from a non-meta parameter in the checkpoint to a meta "
			"parameter in the current model, which is a no-op. (Did you mean to pass "
			"`assign=True` to assign items in the state dictionary to their "
			"corresponding key in the module instead of copying them in place?)",
			pair->key);
}

static ct_error load_state_copy(struct loading *loading, const struct pair *pair)
{
	ct_error error = NULL, no_text;

	warn_of_meta(pair);
	if (ct_parameter_is_lazy(pair->part->object))
		error = ct_parameter_materialize(pair->part->object, ct_sizes_of(pair->from));
	if (error == NULL)
		error = ct_copy_(pair->part->object, pair->from, false, NULL);
	if (error == NULL || ct_error_class_of(error) == CT_ERROR_OUT_OF_MEMORY)
		return error;
	no_text = add_refusal(loading, pair, error);
	ct_error_free(error);
	return no_text;
}

static ct_error load_pairs(struct loading *loading)
{
	CT_NO_GRAD_SCOPE;
	if (loading->assign) {
		CT_TRY(make_assigned(loading));
		assign(loading);
		return NULL;
	}
	for (int64_t i = 0; i < loading->pairs_len; i++)
		CT_TRY(load_state_copy(loading, &loading->pairs[i]));
	return NULL;
}

/* --- what was wrong --------------------------------------------------------------------------- */

static void add_keys(struct ct_text *text, const char *what, const ct_value *keys)
{
	const int64_t n = ct_value_count(keys);

	if (n == 0)
		return;
	ct_text_addf(text, "\n\t%s key(s) in state_dict: ", what);
	for (int64_t i = 0; i < n; i++) {
		const char *key = "";
		ct_value item;

		ct_error_free(ct_value_item(keys, i, &item));
		ct_error_free(ct_value_as_string(&item, &key, NULL));
		ct_text_addf(text, "%s\"%s\"", i ? ", " : "", key);
	}
	ct_text_add(text, ". ");
}

/* Python's message; NULL if there is nothing to report. `keys`: with missing and unexpected
 * ones. */
static ct_error report(const struct loading *loading, const ct_module *self, bool keys)
{
	struct ct_text text = { 0 };
	ct_error error = NULL;

	if (loading->strict && keys) {
		add_keys(&text, "Missing", &loading->missing);
		add_keys(&text, "Unexpected", &loading->unexpected);
	}
	if (loading->problems.length)
		ct_text_add(&text, loading->problems.data);
	if (text.failed || loading->problems.failed)
		error = ct_no_memory(function, "for a list of keys");
	else if (text.length)
		error = ct_error_new(CT_ERROR_RUNTIME, function,
				     "Error(s) in loading state_dict for %s:%s", self->klass->name,
				     text.data);
	ct_text_release(&text);
	return error;
}

/* --- old versions and hooks ------------------------------------------------------------------- */

/* "" or with a dot at its end. */
static ct_error prefix_of(const struct ct_visit *visit, struct ct_text *prefix)
{
	ct_text_add(prefix, visit->path);
	ct_text_add(prefix, prefix->length ? "." : "");
	return prefix->failed ? ct_no_memory(function, "for a list of keys") : NULL;
}

/* A RuntimeError is one more problem. */
static ct_error upgrade(struct loading *loading, const ct_module *module, const char *prefix)
{
	const ct_module_class *klass = module->klass;
	const ct_value metadata = ct_metadata_of(&loading->state, prefix);
	const int64_t version = ct_metadata_version(&metadata, "version");
	ct_error error;

	if (klass->upgrade == NULL || version >= ct_module_version(module))
		return NULL;
	error = klass->upgrade(module->data, &loading->state, prefix, version);
	if (error == NULL || ct_error_class_of(error) != CT_ERROR_RUNTIME)
		return error;
	ct_text_add(&loading->problems, "\n\t");
	text_of(error, &loading->problems);
	ct_error_free(error);
	return NULL;
}

static ct_error prepare_module(struct loading *loading, const struct ct_visit *visit)
{
	struct ct_text prefix = { 0 };
	ct_error error = prefix_of(visit, &prefix);

	if (error == NULL)
		error = upgrade(loading, visit->module, prefix.data);
	if (error == NULL)
		error = ct_module_state_hooks_call(visit->module, CT_HOOK_BEFORE_LOADING,
						   &loading->state, prefix.data, function);
	ct_text_release(&prefix);
	return error;
}

static ct_error prepare_all(struct loading *loading, const struct ct_visits *visits)
{
	ct_error error = NULL;

	for (int64_t i = 0; i < visits->len && error == NULL; i++)
		error = prepare_module(loading, &visits->at[i]);
	return error;
}

static ct_error call_hooks_after(const struct ct_visit *visit, ct_value *keys)
{
	struct ct_text prefix = { 0 };
	ct_error error = prefix_of(visit, &prefix);

	if (error == NULL)
		error = ct_module_state_hooks_call(visit->module, CT_HOOK_AFTER_LOADING, keys,
						   prefix.data, function);
	ct_text_release(&prefix);
	return error;
}

/* Whether `inner` is the path of something below `outer`. */
static bool is_below(const char *outer, const char *inner)
{
	const size_t length = strlen(outer);

	return !strncmp(inner, outer, length) && (length ? inner[length] == '.' : *inner != '\0');
}

/* Those of a module after those of its children, which follow it in the list. `*i` is its place,
 * and then that of the first module that is not below it. */
static ct_error call_after(const struct ct_visits *visits, int64_t *i, ct_value *keys)
{
	const struct ct_visit *visit = &visits->at[(*i)++];

	while (*i < visits->len && is_below(visit->path, visits->at[*i].path))
		CT_TRY(call_after(visits, i, keys));
	return call_hooks_after(visit, keys);
}

static bool has_after(const struct ct_visits *visits)
{
	for (int64_t i = 0; i < visits->len; i++)
		if (ct_module_has_hooks(visits->at[i].module, CT_HOOK_AFTER_LOADING))
			return true;
	return false;
}

/* --- the whole -------------------------------------------------------------------------------- */

static ct_error take_list(ct_value *list, const ct_value *keys, const char *name)
{
	ct_value found, copied;

	CT_TRY(ct_value_dict_get(keys, ct_value_string(name), &found));
	CT_TRY(ct_value_copy(&found, &copied));
	ct_value_free(list);
	*list = copied;
	return NULL;
}

/* A new dict of both lists. */
static ct_error make_keys(const struct loading *loading, ct_value *result)
{
	*result = ct_value_dict_new();
	CT_TRY(ct_value_dict_set(result, ct_value_string("missing_keys"), loading->missing));
	return ct_value_dict_set(result, ct_value_string("unexpected_keys"), loading->unexpected);
}

static ct_error find_all(struct loading *loading, ct_module *self)
{
	struct keys keys = { 0 };
	ct_error error = all_keys(loading, &keys);

	if (error == NULL)
		error = compare_module(loading, self, "", &keys);
	free(keys.at);
	return error;
}

static ct_error load(struct loading *loading, ct_module *self, const struct ct_visits *visits,
		     ct_value *keys)
{
	const bool hooks = has_after(visits);
	int64_t first = 0;

	CT_TRY(prepare_all(loading, visits));
	CT_TRY(find_all(loading, self));
	/* Hooks may still change the lists of keys. */
	if (!hooks || loading->problems.length)
		CT_TRY(report(loading, self, true));
	CT_TRY(make_keys(loading, keys));
	CT_TRY(load_pairs(loading));
	if (hooks) {
		CT_TRY(call_after(visits, &first, keys));
		CT_TRY(take_list(&loading->missing, keys, "missing_keys"));
		CT_TRY(take_list(&loading->unexpected, keys, "unexpected_keys"));
	}
	return report(loading, self, hooks);
}

static ct_error load_scoped(struct loading *loading, ct_module *self, ct_value *keys)
{
	struct ct_visits visits;
	ct_error error;

	CT_OWN_SCOPE(function);
	CT_TRY(ct_visits_make(self, "", true, function, &visits));
	error = load(loading, self, &visits, keys);
	ct_visits_free(&visits);
	return error;
}

static void release(struct loading *loading)
{
	for (int64_t i = 0; i < loading->pairs_len; i++)
		free(loading->pairs[i].key);
	free(loading->pairs);
	ct_value_free(&loading->state);
	ct_value_free(&loading->missing);
	ct_value_free(&loading->unexpected);
	ct_text_release(&loading->problems);
}

ct_error ct_module_load_state_dict(ct_module *self, const ct_value *state,
				   const ct_load_state_dict_options *options, ct_value *result)
{
	struct loading loading = {
		.strict = !options || !options->no_strict,
		.assign = options && options->assign,
		.missing = ct_value_list_new(),
		.unexpected = ct_value_list_new(),
	};
	ct_value keys = ct_value_none();
	ct_error error;

	CT_MODULE_CHECK(self);
	if (state == NULL || state->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, __func__,
				    "Expected state_dict to be dict-like, got <class '%s'>.",
				    ct_value_type_name(state));
	error = ct_value_copy(state, &loading.state);
	if (error == NULL)
		error = load_scoped(&loading, self, &keys);
	if (error || result == NULL)
		ct_value_free(&keys);
	else
		*result = keys;
	release(&loading);
	return error;
}
