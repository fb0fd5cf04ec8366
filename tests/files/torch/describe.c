#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "describe.h"

enum { MAX_STORAGES = 256 };

struct description {
	FILE *file;
	const void *storages[MAX_STORAGES]; /* their data, in the order of their first tensors */
	size_t len;
};

static void add_value(struct description *self, int depth, const char *label,
		      const ct_value *value);

/* --- Texts ------------------------------------------------------------------------------------ */

static void put_hex(FILE *file, const void *bytes, size_t n)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < n; i++)
		fprintf(file, "%02x", at[i]);
}

/* The bits of a double, the highest first. */
static void put_bits(FILE *file, double number)
{
	uint64_t bits;

	memcpy(&bits, &number, sizeof bits);
	fprintf(file, "%016llx", (unsigned long long)bits);
}

static void put_plain(FILE *file, const char *text, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		const unsigned char byte = (unsigned char)text[i];

		fprintf(file, byte >= 32 && byte < 127 && byte != '\\' ? "%c" : "\\x%02x", byte);
	}
}

static void put_ints(FILE *file, const int64_t *ints, int64_t n)
{
	fputc('(', file);
	for (int64_t i = 0; i < n; i++)
		fprintf(file, "%s%lld", i ? ", " : "", (long long)ints[i]);
	fputc(')', file);
}

static void begin(struct description *self, int depth, const char *label)
{
	fprintf(self->file, "%*s%s: ", 2 * depth, "", label);
}

/* --- Leaves ----------------------------------------------------------------------------------- */

static void put_name(FILE *file, const ct_value *value)
{
	char *text;

	OK(ct_value_to_string(value, &text));
	fprintf(file, "%s", strncmp(text, "torch.", 6) == 0 ? text + 6 : text);
	ct_free(text);
}

static void put_device(FILE *file, ct_device device)
{
	char *text;

	OK(ct_device_to_string(device, &text));
	fprintf(file, "device %s", text);
	ct_free(text);
}

static void put_leaf(FILE *file, const ct_value *value);

/* A key. */
static void put_tuple(FILE *file, const ct_value *tuple)
{
	fputc('(', file);
	for (int64_t i = 0; i < ct_value_count(tuple); i++) {
		ct_value item;

		OK(ct_value_item(tuple, i, &item));
		fputs(i ? ", " : "", file);
		put_leaf(file, &item);
	}
	fputc(')', file);
}

static void put_leaf(FILE *file, const ct_value *value)
{
	switch (value->kind) {
	case CT_VALUE_NONE:
		fputs("None", file);
		break;
	case CT_VALUE_BOOL:
		fputs(value->i ? "True" : "False", file);
		break;
	case CT_VALUE_INT:
		fprintf(file, "int %lld", (long long)value->i);
		break;
	case CT_VALUE_UINT:
		fprintf(file, "int %llu", (unsigned long long)value->i);
		break;
	case CT_VALUE_BIG_INT:
		fprintf(file, "int %.*s", (int)value->i, (const char *)value->object);
		break;
	case CT_VALUE_FLOAT:
		fputs("float ", file);
		put_bits(file, value->re);
		break;
	case CT_VALUE_COMPLEX:
		fputs("complex ", file);
		put_bits(file, value->re);
		fputc(' ', file);
		put_bits(file, value->im);
		break;
	case CT_VALUE_STRING:
		fputs("str '", file);
		put_plain(file, value->object, value->i);
		fputc('\'', file);
		break;
	case CT_VALUE_BYTES:
		fputs("bytes ", file);
		put_hex(file, value->object, (size_t)value->i);
		break;
	case CT_VALUE_DEVICE:
		put_device(file, value->device);
		break;
	case CT_VALUE_TUPLE:
		put_tuple(file, value);
		break;
	default:
		fprintf(file, "%s ", ct_value_type_name(value));
		put_name(file, value);
	}
}

/* --- Tensors ---------------------------------------------------------------------------------- */

/* The elements in their logical order. */
static void put_elements(FILE *file, const ct_tensor *tensor)
{
	ct_tensor *plain;

	CT_SCOPE;
	OK(ct_detach(tensor, &plain));
	OK(ct_resolve_conj(plain, &plain));
	OK(ct_resolve_neg(plain, &plain));
	OK(ct_contiguous(plain, CT_CONTIGUOUS_FORMAT, &plain));
	put_hex(file, ct_tensor_data(plain),
		(size_t)(ct_tensor_numel(plain) * ct_tensor_element_size(plain)));
}

static void put_type(FILE *file, const ct_tensor *tensor)
{
	fprintf(file, "%s ", ct_dtype_name(ct_tensor_dtype(tensor)));
	put_ints(file, ct_tensor_shape(tensor), ct_tensor_dim(tensor));
}

/* "indices int64 (2, 3): ..." */
static void add_part(struct description *self, int depth, const char *name, const ct_tensor *tensor)
{
	fprintf(self->file, "%*s%s ", 2 * depth, "", name);
	put_type(self->file, tensor);
	fputs(": ", self->file);
	put_elements(self->file, tensor);
	fputc('\n', self->file);
}

static void put_storage(struct description *self, const ct_storage *storage)
{
	size_t i = 0;

	if (ct_storage_nbytes(storage) == 0) {
		fputs("no storage", self->file);
		return;
	}
	while (i < self->len && self->storages[i] != ct_storage_data(storage))
		i++;
	MUST(i < MAX_STORAGES);
	if (i == self->len)
		self->storages[self->len++] = ct_storage_data(storage);
	fprintf(self->file, "storage %zu of %lld bytes", i, (long long)ct_storage_nbytes(storage));
}

static void put_place(struct description *self, const ct_tensor *tensor)
{
	ct_storage *storage;

	fputs(" stride ", self->file);
	put_ints(self->file, ct_tensor_strides(tensor), ct_tensor_dim(tensor));
	fprintf(self->file, " offset %lld ", (long long)ct_tensor_storage_offset(tensor));
	OK(ct_tensor_storage(tensor, &storage));
	put_storage(self, storage);
}

static void add_strided(struct description *self, const ct_tensor *tensor)
{
	fputs("tensor ", self->file);
	put_type(self->file, tensor);
	put_place(self, tensor);
	fprintf(self->file, "%s%s%s: ", ct_tensor_requires_grad(tensor) ? " requires_grad" : "",
		ct_tensor_is_conj(tensor) ? " is_conj" : "",
		ct_tensor_is_neg(tensor) ? " is_neg" : "");
	put_elements(self->file, tensor);
	fputc('\n', self->file);
}

static void add_meta(struct description *self, const ct_tensor *tensor)
{
	fputs("meta ", self->file);
	put_type(self->file, tensor);
	fputs(" stride ", self->file);
	put_ints(self->file, ct_tensor_strides(tensor), ct_tensor_dim(tensor));
	fputc('\n', self->file);
}

static void add_quantized(struct description *self, int depth, const ct_tensor *tensor)
{
	ct_tensor *integers, *scales, *zero_points;
	ct_quant_scheme scheme;
	int64_t number;
	double scale;

	fputs("quantized ", self->file);
	put_type(self->file, tensor);
	put_place(self, tensor);
	OK(ct_int_repr(tensor, &integers));
	OK(ct_qscheme(tensor, &scheme));
	if (scheme == CT_PER_TENSOR_AFFINE) {
		OK(ct_q_scale(tensor, &scale));
		OK(ct_q_zero_point(tensor, &number));
		fputs(" scale ", self->file);
		put_bits(self->file, scale);
		fprintf(self->file, " zero_point %lld\n", (long long)number);
		add_part(self, depth + 1, "int_repr", integers);
		return;
	}
	OK(ct_q_per_channel_axis(tensor, &number));
	OK(ct_q_per_channel_scales(tensor, &scales));
	OK(ct_q_per_channel_zero_points(tensor, &zero_points));
	fprintf(self->file, " axis %lld\n", (long long)number);
	add_part(self, depth + 1, "int_repr", integers);
	add_part(self, depth + 1, "q_per_channel_scales", scales);
	add_part(self, depth + 1, "q_per_channel_zero_points", zero_points);
}

static void add_coo(struct description *self, int depth, const ct_tensor *tensor)
{
	ct_tensor *indices, *values;
	bool coalesced;

	OK(ct__indices(tensor, &indices));
	OK(ct__values(tensor, &values));
	OK(ct_is_coalesced(tensor, &coalesced));
	fputs("sparse_coo ", self->file);
	put_type(self->file, tensor);
	fprintf(self->file, " coalesced %s\n", coalesced ? "True" : "False");
	add_part(self, depth + 1, "_indices", indices);
	add_part(self, depth + 1, "_values", values);
}

static void add_compressed(struct description *self, int depth, const ct_tensor *tensor)
{
	const ct_layout layout = ct_tensor_layout(tensor);
	const bool rows = layout == CT_SPARSE_CSR || layout == CT_SPARSE_BSR;
	const ct_value name = ct_value_layout(layout);
	ct_tensor *compressed, *plain, *values;

	OK(rows ? ct_crow_indices(tensor, &compressed) : ct_ccol_indices(tensor, &compressed));
	OK(rows ? ct_col_indices(tensor, &plain) : ct_row_indices(tensor, &plain));
	OK(ct_values(tensor, &values));
	put_name(self->file, &name);
	fputc(' ', self->file);
	put_type(self->file, tensor);
	fputc('\n', self->file);
	add_part(self, depth + 1, rows ? "crow_indices" : "ccol_indices", compressed);
	add_part(self, depth + 1, rows ? "col_indices" : "row_indices", plain);
	add_part(self, depth + 1, "values", values);
}

static void add_nested(struct description *self, int depth, const ct_tensor *tensor)
{
	ct_tensor **parts;
	int64_t n;

	fprintf(self->file, "nested %s \n", ct_dtype_name(ct_tensor_dtype(tensor)));
	OK(ct_unbind_int(tensor, 0, &parts, &n));
	for (int64_t i = 0; i < n; i++) {
		char name[24];

		snprintf(name, sizeof name, "%lld", (long long)i);
		add_part(self, depth + 1, name, parts[i]);
	}
}

static void add_tensor(struct description *self, int depth, const ct_tensor *tensor)
{
	if (ct_tensor_is_nested(tensor))
		add_nested(self, depth, tensor);
	else if (ct_tensor_device(tensor).type == CT_DEVICE_TYPE_META)
		add_meta(self, tensor);
	else if (ct_tensor_layout(tensor) == CT_SPARSE_COO)
		add_coo(self, depth, tensor);
	else if (ct_tensor_layout(tensor) != CT_STRIDED)
		add_compressed(self, depth, tensor);
	else if (ct_tensor_is_quantized(tensor))
		add_quantized(self, depth, tensor);
	else
		add_strided(self, tensor);
}

static void add_storage(struct description *self, const ct_storage *storage)
{
	put_storage(self, storage);
	fputs(": ", self->file);
	put_hex(self->file, ct_storage_data(storage), (size_t)ct_storage_nbytes(storage));
	fputc('\n', self->file);
}

/* --- Lists and dicts -------------------------------------------------------------------------- */

static void add_items(struct description *self, int depth, const ct_value *list)
{
	for (int64_t i = 0; i < ct_value_count(list); i++) {
		ct_value item;

		OK(ct_value_item(list, i, &item));
		add_value(self, depth + 1, "-", &item);
	}
}

static char *text_of_leaf(const ct_value *value)
{
	char *text;
	size_t n;
	FILE *file = open_memstream(&text, &n);

	MUST(file);
	put_leaf(file, value);
	fclose(file);
	return text;
}

static void add_pairs(struct description *self, int depth, const ct_value *dict)
{
	for (int64_t i = 0; i < ct_value_count(dict); i++) {
		ct_value key, value;
		char *label;

		OK(ct_value_dict_item(dict, i, &key, &value));
		label = text_of_leaf(&key);
		add_value(self, depth + 1, label, &value);
		free(label);
	}
}

static void add_attributes(struct description *self, int depth, const ct_value *dict)
{
	ct_value attributes, name, value;
	char label[100];

	OK(ct_value_dict_attributes(dict, &attributes));
	for (int64_t i = 0; i < ct_value_count(&attributes); i++) {
		OK(ct_value_dict_item(&attributes, i, &name, &value));
		snprintf(label, sizeof label, ".%s", (const char *)name.object);
		add_value(self, depth + 1, label, &value);
	}
}

static void add_dict(struct description *self, int depth, const ct_value *dict)
{
	fprintf(self->file, "%s of %lld\n", ct_value_is_ordered_dict(dict) ? "OrderedDict" : "dict",
		(long long)ct_value_count(dict));
	add_pairs(self, depth, dict);
	if (ct_value_is_ordered_dict(dict))
		add_attributes(self, depth, dict);
}

static void add_value(struct description *self, int depth, const char *label, const ct_value *value)
{
	begin(self, depth, label);
	switch (value->kind) {
	case CT_VALUE_TENSOR:
		add_tensor(self, depth, value->object);
		break;
	case CT_VALUE_STORAGE:
		add_storage(self, value->object);
		break;
	case CT_VALUE_DICT:
		add_dict(self, depth, value);
		break;
	case CT_VALUE_LIST:
	case CT_VALUE_TUPLE:
	case CT_VALUE_SET:
		fprintf(self->file, "%s of %lld\n", ct_value_type_name(value),
			(long long)ct_value_count(value));
		add_items(self, depth, value);
		break;
	default:
		put_leaf(self->file, value);
		fputc('\n', self->file);
	}
}

char *describe(const ct_value *value)
{
	struct description self = { 0 };
	char *text;
	size_t n;

	CT_SCOPE;
	self.file = open_memstream(&text, &n);
	MUST(self.file);
	add_value(&self, 0, "object", value);
	fclose(self.file);
	return text;
}

/* --- Only tensors ----------------------------------------------------------------------------- */

struct lines {
	char *lines[64];
	size_t len;
};

static void add_line(struct lines *self, const char *name, const ct_tensor *tensor)
{
	struct description line = { 0 };
	size_t n;

	MUST(self->len < 64);
	line.file = open_memstream(&self->lines[self->len++], &n);
	MUST(line.file);
	add_part(&line, 0, name, tensor);
	fclose(line.file);
}

static void find_tensors(struct lines *self, const char *prefix, const ct_value *dict)
{
	for (int64_t i = 0; i < ct_value_count(dict); i++) {
		ct_value key, value;
		char name[200];

		OK(ct_value_dict_item(dict, i, &key, &value));
		snprintf(name, sizeof name, "%s%s%s", prefix, *prefix ? "." : "",
			 (const char *)key.object);
		if (value.kind == CT_VALUE_TENSOR)
			add_line(self, name, value.object);
		else if (value.kind == CT_VALUE_DICT)
			find_tensors(self, name, &value);
	}
}

static int compare_lines(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

char *describe_tensors(const ct_value *value)
{
	struct lines lines = { 0 };
	char *text;
	size_t n;
	FILE *file = open_memstream(&text, &n);

	MUST(file);
	find_tensors(&lines, "", value);
	qsort(lines.lines, lines.len, sizeof *lines.lines, compare_lines);
	for (size_t i = 0; i < lines.len; i++) {
		fputs(lines.lines[i], file);
		free(lines.lines[i]);
	}
	fclose(file);
	return text;
}

/* --- Comparing -------------------------------------------------------------------------------- */

void assert_described(const char *got, const char *wanted, const char *what)
{
	for (int line = 1; *got || *wanted; line++) {
		const size_t n = strcspn(got, "\n"), m = strcspn(wanted, "\n");

		ck_assert_msg(n == m && memcmp(got, wanted, n) == 0,
			      "%s, line %d:\nexpected: %.*s\ngot:      %.*s", what, line, (int)m,
			      wanted, (int)n, got);
		got += n + (got[n] != '\0');
		wanted += m + (wanted[m] != '\0');
	}
}
