/* Arguments of operators that a call may leave out, in languages that have them in a struct. */
#include "bind/emit.h"

#include "util/text.h"

/* What a struct of the language has where nothing was written. */
static bool is_zero(const struct bind_value *value)
{
	const struct default_value *given = &value->default_value;

	switch (given->kind) {
	case DEFAULT_BOOL:
		return !given->is_true && !value->is_optional;
	case DEFAULT_INT:
		return !given->integer && !value->is_optional;
	case DEFAULT_FLOAT:
		return given->number == 0 && !value->is_optional;
	case DEFAULT_TEXT:
		return !*given->text && !value->is_optional;
	case DEFAULT_LIST:
		return !given->elements.len;
	case DEFAULT_ENUMERATOR:
		return false;
	default:
		return true;
	}
}

bool binding_is_option(const struct binding *binding, const struct bind_function *function,
		       const struct bind_value *value)
{
	const struct type_row *row = language_row(binding->language, value->key, value->general);

	return function->op && value->may_be_omitted &&
	       !text_has_word(language_setting(binding->language, "without_options"),
			      function->symbol, " ") &&
	       *language_cell(binding->language, row, "option");
}

const char *option_column(const struct binding *binding, const struct bind_value *value,
			  const char *column)
{
	const char *starred = arena_printf(binding->language->arena, "%s*", column);

	return is_zero(value) || !names_has(&binding->language->columns, starred) ? column
										  : starred;
}
