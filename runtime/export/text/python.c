/*
 * Operators and arguments as Python's torch.fx prints them.
 */
#include <string.h>

#include <ctorch/core/dtype.h>

#include "core/base/names.h"
#include "export/text/python.h"

typedef struct ct_graph_argument argument;
typedef struct ct_python_printer printer;

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* --- Targets ---------------------------------------------------------------------------------- */

static const char *last_word(const char *target)
{
	const char *dot = strrchr(target, '.');

	return dot ? dot + 1 : target;
}

/* Python also prints the address of a function. */
static void repr_function(struct ct_text *text, const char *kind, const char *target)
{
	ct_text_add(text, kind);
	ct_text_add(text, last_word(target));
	ct_text_add(text, ">");
}

void ct_python_print_target(struct ct_text *text, const char *target)
{
	static const char operators[] = "torch.ops.", higher_order[] = "torch.ops.higher_order.";

	if (begins(target, higher_order))
		ct_text_add(text, target + strlen(higher_order));
	else if (begins(target, operators))
		ct_text_add(text, target + strlen(operators));
	else if (begins(target, "_operator.") || begins(target, "math."))
		repr_function(text, "<built-in function ", target);
	else
		repr_function(text, "<function ", target);
}

void ct_python_print_target_name(struct ct_text *text, const char *target)
{
	static const char operators[] = "torch.ops.";
	const char *dot;

	if (!begins(target, operators)) {
		ct_text_add(text, last_word(target));
		return;
	}
	target += strlen(operators);
	dot = strchr(target, '.');
	ct_text_add(text, dot ? dot + 1 : target);
}

/* An operator among the arguments. */
static void repr_operator(struct ct_text *text, const char *target)
{
	const char *name = begins(target, "torch.ops.") ? target + strlen("torch.ops.") : target;
	const char *dot = strrchr(name, '.');

	if (name == target || dot == NULL || begins(name, "higher_order.")) {
		ct_python_print_target(text, target);
		return;
	}
	ct_text_add(text, "<OpOverload(op='");
	ct_text_add_bytes(text, name, (size_t)(dot - name));
	ct_text_add(text, "', overload='");
	ct_text_add(text, dot + 1);
	ct_text_add(text, "')>");
}

/* --- Constants -------------------------------------------------------------------------------- */

static void repr_character(struct ct_text *text, char c, char quote)
{
	static const char escaped[] = "\\\n\r\t", letters[] = "\\nrt";
	const char *at = c ? strchr(escaped, c) : NULL;

	if (at)
		ct_text_addf(text, "\\%c", letters[at - escaped]);
	else if (c == quote)
		ct_text_addf(text, "\\%c", c);
	else if ((unsigned char)c < ' ' || c == '\x7f')
		ct_text_addf(text, "\\x%02x", (unsigned char)c);
	else
		ct_text_add_bytes(text, &c, 1);
}

static void repr_string(struct ct_text *text, const char *string)
{
	const char quote = strchr(string, '\'') && !strchr(string, '"') ? '"' : '\'';

	ct_text_add_bytes(text, &quote, 1);
	for (; *string; string++)
		repr_character(text, *string, quote);
	ct_text_add_bytes(text, &quote, 1);
}

static void repr_device(struct ct_text *text, const argument *self)
{
	ct_text_add(text, "device(type=");
	repr_string(text, self->string);
	if (self->index >= 0)
		ct_text_addf(text, ", index=%lld", (long long)self->index);
	ct_text_add(text, ")");
}

static const char *name_of_format(int64_t format)
{
	switch (format) {
	case CT_CONTIGUOUS_FORMAT:
		return "contiguous_format";
	case CT_CHANNELS_LAST:
		return "channels_last";
	case CT_CHANNELS_LAST_3D:
		return "channels_last_3d";
	default:
		return "preserve_format";
	}
}

static void repr_number(struct ct_text *text, ct_scalar_kind kind, const argument *self)
{
	const bool is_whole = kind == CT_SCALAR_INT || kind == CT_SCALAR_BOOL;

	ct_text_add_number(text,
			   (ct_scalar){ .kind = kind,
					.i = is_whole ? self->i : 0,
					.re = is_whole ? 0 : self->f,
					.im = kind == CT_SCALAR_COMPLEX ? self->imaginary : 0 });
}

/* --- Lists and dictionaries ------------------------------------------------------------------- */

static void repr_items(printer *to, const argument *self)
{
	for (int64_t i = 0; i < self->items_len; i++) {
		ct_text_add(to->text, i ? ", " : "");
		ct_python_print_argument(to, &self->items[i]);
	}
}

static void repr_dict(printer *to, const argument *self)
{
	ct_text_add(to->text, "{");
	for (int64_t i = 0; i < self->items_len; i++) {
		ct_text_add(to->text, i ? ", " : "");
		repr_string(to->text, self->names[i]);
		ct_text_add(to->text, ": ");
		ct_python_print_argument(to, &self->items[i]);
	}
	ct_text_add(to->text, "}");
}

/* Lists of integers in a list are tuples. */
static void repr_int_lists(printer *to, const argument *self)
{
	ct_text_add(to->text, "[");
	for (int64_t i = 0; i < self->items_len; i++) {
		ct_text_add(to->text, i ? ", (" : "(");
		repr_items(to, &self->items[i]);
		ct_text_add(to->text, self->items[i].items_len == 1 ? ",)" : ")");
	}
	ct_text_add(to->text, "]");
}

static void repr_list(printer *to, const argument *self)
{
	ct_text_add(to->text, "[");
	repr_items(to, self);
	ct_text_add(to->text, "]");
}

/* --- Arguments -------------------------------------------------------------------------------- */

static void repr_inner(printer *to)
{
	ct_text_add(to->text, to->inner);
	to->inner += strlen(to->inner) + 1;
}

static void repr_named(struct ct_text *text, const char *name)
{
	ct_text_add(text, "torch.");
	ct_text_add(text, name);
}

static void repr_constant(printer *to, const argument *self)
{
	switch (self->arm) {
	case CT_ARM_INT:
	case CT_ARM_SYM_INT:
		repr_number(to->text, CT_SCALAR_INT, self);
		break;
	case CT_ARM_FLOAT:
	case CT_ARM_SYM_FLOAT:
		repr_number(to->text, CT_SCALAR_FLOAT, self);
		break;
	case CT_ARM_BOOL:
	case CT_ARM_SYM_BOOL:
		repr_number(to->text, CT_SCALAR_BOOL, self);
		break;
	case CT_ARM_COMPLEX:
		repr_number(to->text, CT_SCALAR_COMPLEX, self);
		break;
	case CT_ARM_STRING:
		repr_string(to->text, self->string);
		break;
	case CT_ARM_SCALAR_TYPE:
		repr_named(to->text, ct_dtype_name((ct_dtype)self->i));
		break;
	case CT_ARM_LAYOUT:
		repr_named(to->text, ct_name_of_layout((ct_layout)self->i));
		break;
	case CT_ARM_MEMORY_FORMAT:
		repr_named(to->text, name_of_format(self->i));
		break;
	case CT_ARM_DEVICE:
		repr_device(to->text, self);
		break;
	case CT_ARM_OPERATOR:
		repr_operator(to->text, self->string);
		break;
	case CT_ARM_GRAPH:
		repr_inner(to);
		break;
	case CT_ARM_STRING_TO_ARGUMENT:
		repr_dict(to, self);
		break;
	case CT_ARM_INT_LISTS:
		repr_int_lists(to, self);
		break;
	case CT_ARM_NONE:
	case CT_ARM_OPTIONAL_TENSOR:
		ct_text_add(to->text, "None");
		break;
	default:
		repr_list(to, self);
		break;
	}
}

void ct_python_print_argument(printer *to, const argument *self)
{
	if (self->value == CT_NO_VALUE)
		repr_constant(to, self);
	else
		ct_text_add(to->text, to->graph->values[self->value].name);
}
