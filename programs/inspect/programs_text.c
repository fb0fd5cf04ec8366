/*
 * What a program of torch.export takes, gives, needs and calls.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "programs.h"
#include "table.h"
#include "text.h"

enum { VALUE_WIDTH = 60 }; /* the longest text of a constant */

/* --- Texts ------------------------------------------------------------------------------------ */

/* NULL: there is no such text. */
static const char *text_of(const ct_value *dict, const char *key)
{
	const char *text = NULL;
	ct_value item;

	if (!ct_value_dict_has(dict, ct_value_string(key)))
		return NULL;
	ct_error_free(ct_value_dict_get(dict, ct_value_string(key), &item));
	if (item.kind != CT_VALUE_STRING)
		return NULL;
	ct_error_free(ct_value_as_string(&item, &text, NULL));
	return text;
}

static char *escaped_text(const char *text)
{
	return escaped(text ? text : "", text ? strlen(text) : 0);
}

/* "[2, s0*4]": the texts without quotes. */
static ct_error shape_of(const ct_value *list, char **result)
{
	struct text text = { 0 };

	text_add(&text, "[");
	for (int64_t i = 0; i < ct_value_count(list); i++) {
		ct_value item;
		const char *size;

		CT_TRY(ct_value_item(list, i, &item));
		text_add(&text, i ? ", " : "");
		if (item.kind == CT_VALUE_STRING) {
			CT_TRY(ct_value_as_string(&item, &size, NULL));
			text_add_escaped(&text, size, strlen(size));
		} else {
			text_add(&text, "%lld", (long long)item.i);
		}
	}
	text_add(&text, "]");
	*result = text.data;
	return NULL;
}

static ct_error repr_of(const ct_value *value, char **result)
{
	char *repr;

	CT_TRY(ct_value_to_string(value, &repr));
	*result = escaped_text(repr);
	ct_free(repr);
	shorten(result, VALUE_WIDTH);
	return NULL;
}

/* --- Inputs and outputs ----------------------------------------------------------------------- */

enum { NAME, TYPE, SHAPE, ROLE, LEAF_COLUMNS };

/* The shape of a tensor, and of others the value that they had or must have. */
static ct_error shape_or_value(const ct_value *leaf, char **result)
{
	ct_value item;
	char *repr = NULL;

	if (ct_value_dict_has(leaf, ct_value_string("shape"))) {
		CT_TRY(ct_value_dict_get(leaf, ct_value_string("shape"), &item));
		return shape_of(&item, result);
	}
	if (!ct_value_dict_has(leaf, ct_value_string("value")))
		return NULL;
	CT_TRY(ct_value_dict_get(leaf, ct_value_string("value"), &item));
	CT_TRY(repr_of(&item, &repr));
	*result = repr;
	return NULL;
}

static ct_error add_leaf(struct table *table, const ct_value *leaf)
{
	const char *role = text_of(leaf, "role"), *dtype = text_of(leaf, "dtype");
	const char *device = text_of(leaf, "device");
	struct row *row = add_row(table);
	struct text type = { 0 };

	text_add(&type, "%s", dtype ? dtype : text_of(leaf, "type"));
	if (device && strcmp(device, "cpu") != 0) {
		text_add(&type, " ");
		text_add_escaped(&type, device, strlen(device));
	}
	row->cells[NAME] = escaped_text(text_of(leaf, "name"));
	row->cells[TYPE] = type.data;
	if (role && strcmp(role, "user input") != 0 && strcmp(role, "user output") != 0)
		row->cells[ROLE] = escaped_text(role);
	return shape_or_value(leaf, &row->cells[SHAPE]);
}

static ct_error print_leaves(const ct_value *program, const char *key, const char *title)
{
	struct table table = { .columns = LEAF_COLUMNS, .titles = { title, "TYPE", "SHAPE", "" } };
	ct_value list, leaf;
	ct_error error = NULL;

	CT_TRY(ct_value_dict_get(program, ct_value_string(key), &list));
	if (ct_value_count(&list) == 0)
		return NULL;
	for (int64_t i = 0; i < ct_value_count(&list) && error == NULL; i++) {
		error = ct_value_item(&list, i, &leaf);
		if (error == NULL)
			error = add_leaf(&table, &leaf);
	}
	putchar('\n');
	print_table(&table);
	return error;
}

/* --- Conditions ------------------------------------------------------------------------------- */

static ct_error print_range(const ct_value *range)
{
	ct_value min, max;
	char *expression = escaped_text(text_of(range, "expression"));
	ct_error error = ct_value_dict_get(range, ct_value_string("min"), &min);

	if (error == NULL)
		error = ct_value_dict_get(range, ct_value_string("max"), &max);
	if (error) {
		free(expression);
		return error;
	}
	printf("  ");
	if (!ct_value_is_none(&min))
		printf("%lld <= ", (long long)min.i);
	printf("%s", expression);
	if (!ct_value_is_none(&max))
		printf(" <= %lld", (long long)max.i);
	puts(ct_value_is_none(&min) && ct_value_is_none(&max) ? " is any integer" : "");
	free(expression);
	return NULL;
}

static ct_error print_line(const ct_value *item)
{
	const char *text;
	char *line;

	CT_TRY(ct_value_as_string(item, &text, NULL));
	line = escaped_text(text);
	printf("  %s\n", line);
	free(line);
	return NULL;
}

static ct_error print_lines(const ct_value *program, const char *key, const char *title,
			    ct_error (*print)(const ct_value *))
{
	ct_value list, item;

	CT_TRY(ct_value_dict_get(program, ct_value_string(key), &list));
	if (ct_value_count(&list))
		printf("\n%s:\n", title);
	for (int64_t i = 0; i < ct_value_count(&list); i++) {
		CT_TRY(ct_value_item(&list, i, &item));
		CT_TRY(print(&item));
	}
	return NULL;
}

/* --- Operators -------------------------------------------------------------------------------- */

static bool is_true(const ct_value *dict, const char *key)
{
	ct_value item = ct_value_none();

	ct_error_free(ct_value_dict_get(dict, ct_value_string(key), &item));
	return item.kind == CT_VALUE_BOOL && item.i != 0;
}

static ct_error add_operator(struct table *table, const ct_value *target)
{
	struct row *row = add_row(table);
	ct_value item;

	CT_TRY(ct_value_dict_get(target, ct_value_string("count"), &item));
	row->cells[0] = escaped_text(text_of(target, "name"));
	row->cells[1] = formatted("%lld", (long long)item.i);
	if (!is_true(target, "exists"))
		row->cells[2] = escaped_text("not in this process");
	else if (!is_true(target, "runs_on_cpu"))
		row->cells[2] = escaped_text("no kernel for the CPU");
	return NULL;
}

static ct_error print_operators(const ct_value *program)
{
	struct table table = { .columns = 3,
			       .titles = { "OPERATOR", "COUNT", "" },
			       .right = { [1] = true } };
	ct_value list, target;
	ct_error error = NULL;

	CT_TRY(ct_value_dict_get(program, ct_value_string("operators"), &list));
	if (ct_value_count(&list) == 0)
		return NULL;
	for (int64_t i = 0; i < ct_value_count(&list) && error == NULL; i++) {
		error = ct_value_item(&list, i, &target);
		if (error == NULL)
			error = add_operator(&table, &target);
	}
	putchar('\n');
	print_table(&table);
	return error;
}

/* --- Programs --------------------------------------------------------------------------------- */

static ct_error print_extra_files(const ct_value *program)
{
	ct_value files, name, size;

	CT_TRY(ct_value_dict_get(program, ct_value_string("extra_files"), &files));
	if (ct_value_count(&files))
		puts("\nextra files:");
	for (int64_t i = 0; i < ct_value_count(&files); i++) {
		struct text line = { 0 };
		const char *text;

		CT_TRY(ct_value_dict_item(&files, i, &name, &size));
		CT_TRY(ct_value_as_string(&name, &text, NULL));
		text_add_escaped(&line, text, strlen(text));
		text_add(&line, ", ");
		text_add_size(&line, size.i);
		printf("  %s\n", line.data);
		free(line.data);
	}
	return NULL;
}

static ct_error print_head(const ct_value *program)
{
	char *name = escaped_text(text_of(program, "model"));
	char *version = escaped_text(text_of(program, "torch_version"));
	ct_value nodes = ct_value_int(0);
	ct_error error = ct_value_dict_get(program, ct_value_string("nodes"), &nodes);

	printf("\nmodel '%s': %lld nodes, schema %s", name, (long long)nodes.i,
	       text_of(program, "schema"));
	if (*version)
		printf(", PyTorch %s", version);
	putchar('\n');
	free(name);
	free(version);
	return error;
}

static ct_error print_program(const ct_value *program)
{
	CT_TRY(print_head(program));
	CT_TRY(print_leaves(program, "inputs", "INPUT"));
	CT_TRY(print_leaves(program, "outputs", "OUTPUT"));
	CT_TRY(print_lines(program, "mutations", "written by a run", print_line));
	CT_TRY(print_lines(program, "ranges", "ranges", print_range));
	CT_TRY(print_lines(program, "guards", "guards", print_line));
	return print_operators(program);
}

ct_error print_programs(const ct_value *programs)
{
	ct_value program;

	for (int64_t i = 0; i < ct_value_count(programs); i++) {
		CT_TRY(ct_value_item(programs, i, &program));
		CT_TRY(print_program(&program));
	}
	/* The files are the archive's. */
	return ct_value_count(programs) > 0 ? print_extra_files(&program) : NULL;
}
