/* schema_check.c: refuses schemas that are wrong although the grammar allows them. */
#include "read/schema_check.h"

#include <string.h>

#include "read/schema.h"

struct checked {
	struct diag *diag;
	struct loc loc; /* of the first character of the text */
	const char *text;
};

static struct loc loc_of(const struct checked *c, size_t offset)
{
	struct loc loc = c->loc;

	loc.column += offset;
	return loc;
}

/* `-> Tensor(a!)` says which argument is returned; a wrapper needs to know it. */
static bool check_written_returns(const struct checked *c, const struct schema *schema)
{
	size_t written = 0;

	for (size_t i = 0; i < schema->rets.len; i++) {
		const struct alias *alias = schema->rets.at[i].alias;
		size_t matches = 0;

		written += alias && alias->is_write;
		for (size_t j = 0; alias && j < schema->args.len; j++)
			matches += alias_equal(alias, schema->args.at[j].alias);
		if (alias && alias->is_write && matches != 1) {
			diag_error(c->diag, c->loc, NULL,
				   "%zu arguments have the return's annotation (%s!), "
				   "expected one",
				   matches, alias->before);
			return false;
		}
	}
	if (written && written != schema->rets.len)
		diag_error(c->diag, c->loc, NULL,
			   "either all returns are written arguments, as in (a!), or none");
	return !written || written == schema->rets.len;
}

/* Python has no others; `int(a!)` would be a number that changes. */
static bool check_annotations(const struct checked *c, const struct schema *schema)
{
	for (size_t i = 0; i < schema->args.len; i++) {
		const struct arg *arg = &schema->args.at[i];

		if (!arg->alias || type_is_tensor_like(arg->type))
			continue;
		diag_error(c->diag, loc_of(c, arg->offset), NULL,
			   "only tensors have an alias annotation, '%s' is not a tensor",
			   arg->name);
		return false;
	}
	for (size_t i = 0; i < schema->rets.len; i++) {
		const struct ret *ret = &schema->rets.at[i];
		bool is_list = ret->type->kind == TYPE_LIST;

		if (!ret->alias ||
		    (type_is_tensor_like(ret->type) && !(ret->alias->is_write && is_list)))
			continue;
		diag_error(c->diag, loc_of(c, ret->type->offset), NULL,
			   "only a tensor has an alias annotation, and a list cannot be written");
		return false;
	}
	return true;
}

bool schema_check_operator(struct diag *diag, struct loc loc, const struct schema *schema)
{
	size_t self = schema_self(schema);
	bool has_out = false;

	for (size_t i = 0; i < schema->args.len; i++)
		has_out = has_out || arg_is_out(&schema->args.at[i]);
	if (!schema->name.is_inplace)
		return true;
	if (has_out)
		diag_error(diag, loc, NULL,
			   "an operator is in-place (its name ends in '_') or has an out "
			   "argument, but not both");
	else if (self == schema->args.len || !arg_is_written(&schema->args.at[self]))
		diag_error(diag, loc, "write 'Tensor(a!) self'",
			   "an in-place operator (its name ends in '_') must write its self");
	else
		return true;
	return false;
}

/* Parsing succeeds only if the schema prints exactly as it was written. */
static bool check_round_trip(const struct checked *c, const struct schema *schema)
{
	struct strbuf printed = { 0 };
	size_t same = 0;
	bool equal;

	schema_print(&printed, schema);
	equal = !strcmp(strbuf_str(&printed), c->text);
	while (c->text[same] && c->text[same] == strbuf_str(&printed)[same])
		same++;
	if (!equal)
		diag_error(c->diag, loc_of(c, same), strbuf_str(&printed),
			   "not the canonical form of the schema, which is shown below");
	strbuf_free(&printed);
	return equal;
}

bool schema_check(struct diag *diag, struct loc loc, const char *text, const struct schema *schema)
{
	const struct checked c = { diag, loc, text };

	return check_round_trip(&c, schema) && check_annotations(&c, schema) &&
	       check_written_returns(&c, schema);
}
