/*
 * The constraints of a class of the program's own, which it writes as Python names them: "low: real,
 * high: greater_than(low)".
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/numbers.h"
#include "core/memory/given.h"
#include "distributions/constraints/class.h"
#include "distributions/own/own.h"

enum { DEPTH = 8 }; /* of independent(independent(...)), at most */

struct reader {
	struct ct_distr_own_class *of;
	const char *what, *text, *at; /* what: "parameters" */
};

static ct_error wrong(const struct reader *r, const char *expected)
{
	return CT_RAISED(CT_ERROR_VALUE, "the %s of %s: expected %s at '%s', in '%s'", r->what,
			 r->of->functions.name, expected, r->at, r->text);
}

static void skip_blanks(struct reader *r)
{
	r->at += strspn(r->at, " \n\t");
}

static bool take(struct reader *r, char mark)
{
	if (*r->at != mark)
		return false;
	r->at++;
	skip_blanks(r);
	return true;
}

/* The length of the word here: 0 if there is none. */
static size_t word_length(const struct reader *r)
{
	size_t n = 0;

	while (isalpha((unsigned char)r->at[n]) || r->at[n] == '_' ||
	       (n && isdigit((unsigned char)r->at[n])))
		n++;
	return n;
}

/* --- bounds ----------------------------------------------------------------------------------- */

static int find_parameter(const struct reader *r, const char *name, size_t length)
{
	for (int i = 0; i < (int)r->of->code.parameters_len; i++)
		if (strlen(r->of->code.parameters[i].name) == length &&
		    !memcmp(r->of->code.parameters[i].name, name, length))
			return i;
	return -1;
}

/* An int stays an int, as in Python: it prints without a point. */
static ct_error read_number(struct reader *r, ct_scalar *result)
{
	const char *digits = r->at + strspn(r->at, "+-");
	const char *rest = digits + strspn(digits, "0123456789");
	const bool is_int = rest > digits && (*rest == '\0' || !strchr(".eE", *rest));
	void *locale = ct_enter_c_locale();
	char *end;

	*result = is_int ? ct_scalar_int(strtoll(r->at, &end, 10))
			 : ct_scalar_float(strtod(r->at, &end));
	ct_leave_c_locale(locale);
	if (end == r->at)
		return wrong(r, "a number or a parameter");
	r->at = end;
	skip_blanks(r);
	return NULL;
}

static ct_error read_bound(struct reader *r, ct_scalar *number, int *parameter)
{
	const size_t length = word_length(r);

	if (length == 0)
		return read_number(r, number);
	*parameter = find_parameter(r, r->at, length);
	if (*parameter < 0)
		return wrong(r, "a number or a parameter");
	r->at += length;
	skip_blanks(r);
	return NULL;
}

/* --- constraints ------------------------------------------------------------------------------ */

/* What is in parentheses after a name. */
struct form {
	bool has_lower, has_upper, has_base;
};

static struct form form_of(const struct ct_constraint_class *klass)
{
	struct form form = { false, false, false };

	for (size_t i = 0; i < klass->of.arguments_len; i++) {
		const char *name = klass->of.arguments[i].name;

		form.has_lower = form.has_lower || !strcmp(name, "lower_bound");
		form.has_upper = form.has_upper || !strcmp(name, "upper_bound");
		form.has_base = form.has_base || !strcmp(name, "base_constraint");
	}
	return form;
}

/* Those of constraints.yaml, if a text can have it; NULL: there is none. */
static const struct ct_constraint_class *find_word(const char *name, size_t length)
{
	for (size_t i = 0; i < ct_constraint_classes_len; i++) {
		const struct ct_constraint_class *klass = &ct_constraint_classes[i];
		const struct form form = form_of(klass);

		if (strlen(klass->of.name) == length && !memcmp(klass->of.name, name, length))
			return klass->code->constant || form.has_lower || form.has_upper ||
					       klass->code->kind == CT_DISTR_INDEPENDENT
				       ? klass
				       : NULL;
	}
	return NULL;
}

static ct_error read_term(struct reader *r, int depth, struct ct_distr_term *result);

/* "positive, 1": the base, which the term owns, and how many dimensions. */
static ct_error read_base(struct reader *r, int depth, struct ct_distr_term *result)
{
	ct_scalar dims = { 0 };

	if (depth == DEPTH)
		return wrong(r, "fewer constraints in one another");
	result->base = calloc(1, sizeof *result->base);
	if (result->base == NULL)
		return ct_no_memory(NULL, "for a constraint");
	CT_TRY(read_term(r, depth + 1, result->base));
	result->of.base = &result->base->of;
	if (!take(r, ','))
		return wrong(r, "','");
	if (!isdigit((unsigned char)*r->at))
		return wrong(r, "a number of dimensions");
	CT_TRY(read_number(r, &dims));
	if (dims.kind != CT_SCALAR_INT || dims.i > CT_DISTR_DIMS)
		return wrong(r, "a number of dimensions before");
	result->of.dims = dims.i;
	return NULL;
}

static ct_error read_bounds(struct reader *r, struct form form, int depth,
			    struct ct_distr_term *result)
{
	if (form.has_base)
		return read_base(r, depth, result);
	if (form.has_lower)
		CT_TRY(read_bound(r, &result->of.lower.number, &result->lower));
	if (form.has_lower && form.has_upper && !take(r, ','))
		return wrong(r, "','");
	if (form.has_upper)
		CT_TRY(read_bound(r, &result->of.upper.number, &result->upper));
	return NULL;
}

static ct_error read_term(struct reader *r, int depth, struct ct_distr_term *result)
{
	const size_t length = word_length(r);
	const struct ct_constraint_class *word = find_word(r->at, length);

	result->lower = result->upper = -1;
	if (word == NULL)
		return wrong(r, "a constraint such as 'real' or 'positive'");
	r->at += length;
	skip_blanks(r);
	if (word->code->constant) {
		result->of = *word->code->constant;
		return NULL;
	}
	result->of.kind = word->code->kind;
	if (!take(r, '('))
		return wrong(r, "'('");
	CT_TRY(read_bounds(r, form_of(word), depth, result));
	return take(r, ')') ? NULL : wrong(r, "')'");
}

/* --- parameters ------------------------------------------------------------------------------- */

/* Skips a constraint, whose bounds may be parameters that come later. */
static void skip_term(struct reader *r)
{
	int depth = 0;

	while (*r->at && (depth > 0 || *r->at != ',')) {
		depth += *r->at == '(' ? 1 : *r->at == ')' ? -1 : 0;
		r->at++;
	}
}

static ct_error read_name(struct reader *r, char **names)
{
	struct ct_distr_own_class *self = r->of;
	const size_t length = word_length(r);

	if (length == 0)
		return wrong(r, "the name of a parameter");
	if (find_parameter(r, r->at, length) >= 0)
		return wrong(r, "another name");
	if (self->code.parameters_len == CT_DISTR_PARAMETERS)
		return wrong(r, "no more than 8 parameters");
	memcpy(*names, r->at, length);
	self->parameters[self->code.parameters_len++].name = *names;
	*names += length + 1;
	r->at += length;
	skip_blanks(r);
	return take(r, ':') ? NULL : wrong(r, "':' and a constraint");
}

static ct_error read_names(struct reader *r)
{
	char *names = r->of->names = calloc(1, strlen(r->text) + 2);

	if (names == NULL)
		return ct_no_memory(NULL, "for a class");
	skip_blanks(r);
	while (*r->at) {
		CT_TRY(read_name(r, &names));
		skip_term(r);
		if (*r->at && (take(r, ','), *r->at == '\0'))
			return wrong(r, "the name of a parameter");
	}
	return NULL;
}

static ct_error read_constraint(struct reader *r, int i)
{
	struct ct_distr_term *term = &r->of->constraints[i];

	r->at = strchr(r->at, ':') + 1; /* read_names() has found it */
	skip_blanks(r);
	CT_TRY(read_term(r, 0, term));
	if (*r->at && !take(r, ','))
		return wrong(r, "','");
	r->of->parameters[i].constraint = ct_distr_term_is_fixed(term) ? &term->of : NULL;
	r->of->parameters[i].dims = ct_distr_event_dim(&term->of);
	return NULL;
}

static ct_error read_parameters(struct ct_distr_own_class *self)
{
	struct reader r = { self, "parameters", self->functions.parameters, NULL };

	self->code.parameters = self->parameters;
	self->code.parameters_len = 0;
	r.at = r.text;
	CT_TRY(read_names(&r));
	r.at = r.text;
	for (int i = 0; i < (int)self->code.parameters_len; i++)
		CT_TRY(read_constraint(&r, i));
	return NULL;
}

static ct_error read_support(struct ct_distr_own_class *self)
{
	struct reader r = { self, "support", self->functions.support, NULL };

	r.at = r.text;
	skip_blanks(&r);
	CT_TRY(read_term(&r, 0, &self->support));
	return *r.at ? wrong(&r, "nothing more") : NULL;
}

ct_error ct_distr_own_read(struct ct_distr_own_class *self)
{
	if (self->functions.parameters)
		CT_TRY(read_parameters(self));
	return self->functions.support ? read_support(self) : NULL;
}

static void release_bases(struct ct_distr_term *term)
{
	for (struct ct_distr_term *base = term->base, *next; base; base = next) {
		next = base->base;
		free(base);
	}
}

void ct_distr_own_forget(struct ct_distr_own_class *self)
{
	for (int i = 0; i < CT_DISTR_PARAMETERS; i++)
		release_bases(&self->constraints[i]);
	release_bases(&self->support);
	free(self->names);
}

/* --- of an object ----------------------------------------------------------------------------- */

bool ct_distr_term_is_fixed(const struct ct_distr_term *term)
{
	return term->lower < 0 && term->upper < 0 &&
	       (term->base == NULL || ct_distr_term_is_fixed(term->base));
}

void ct_distr_term_find(const ct_distribution *self, const struct ct_distr_term *term,
			struct ct_distr_constraint *result)
{
	struct ct_distr_constraint *base;

	*result = term->of;
	if (term->lower >= 0)
		result->lower.tensor = ct_distr_get(self, term->lower);
	if (term->upper >= 0)
		result->upper.tensor = ct_distr_get(self, term->upper);
	if (term->base == NULL || ct_distr_term_is_fixed(term->base))
		return;
	base = ct_given_new(sizeof *base);
	if (base == NULL) {
		CT_DO(ct_no_memory(NULL, "for a constraint"));
		return;
	}
	ct_distr_term_find(self, term->base, base);
	result->base = base;
}
