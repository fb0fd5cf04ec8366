/*
 * Distributions as Python prints them.
 */
#include "core/base/stream.h"
#include "core/base/text.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "distributions/base/class.h"
#include "nn/functional/raise.h"

void ct_distr_add_tuple(struct ct_text *text, ct_ints list)
{
	ct_text_add(text, ct_nn_tuple_text(list).at);
}

/* A single number, or the size. */
static void add_parameter(struct ct_text *text, const char *name, const ct_tensor *value)
{
	ct_text_addf(text, "%s: ", name);
	if (ct_tensor_numel(value) == 1)
		ct_distr_add_tensor(text, value);
	else
		ct_text_add(text, ct_nn_size_text(value).at);
}

static void add_parameters(const ct_distribution *self, struct ct_text *text)
{
	const struct ct_distribution_code *code = self->klass->code;
	bool is_first = true;

	for (int i = 0; i < (int)code->parameters_len; i++) {
		const ct_tensor *value = ct_distr_given(self, i);

		if (value == NULL || code->parameters[i].is_property)
			continue;
		ct_text_add(text, is_first ? "" : ", ");
		add_parameter(text, code->parameters[i].name, value);
		is_first = false;
	}
}

void ct_distr_add(const ct_distribution *self, struct ct_text *text)
{
	ct_text_addf(text, "%s(", self->klass->of.name);
	if (self->klass->code->print)
		self->klass->code->print(self, text);
	else
		add_parameters(self, text);
	ct_text_add(text, ")");
}

static ct_error shown(const ct_distribution *self, const char *end, const char *function,
		      struct ct_text *text)
{
	CT_TRY(ct_distr_check(self, function, 1, "self"));
	CT_OWN_SCOPE(function);
	ct_distr_add(self, text);
	ct_text_add(text, end);
	return CT_DONE();
}

ct_error ct_distribution_to_string(const ct_distribution *self, char **result)
{
	struct ct_text text = { 0 };
	const ct_error error = shown(self, "", __func__, &text);

	return ct_text_give_unless(&text, error, __func__, result);
}

ct_error ct_distribution_print(const ct_distribution *self, FILE *stream)
{
	struct ct_text line = { 0 };
	const ct_error error = shown(self, "\n", __func__, &line);

	return ct_text_write(&line, stream, error, __func__);
}
