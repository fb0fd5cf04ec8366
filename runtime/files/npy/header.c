/*
 * The header of a .npy file: `\x93NUMPY`, two bytes of version, its length, and a Python dict such
 * as {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), } as text.
 *
 * The parser reads exactly that: three known keys in any order, each with a value of one form.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "files/npy/header.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NATIVE '<'
#define OTHER '>'
#else
#define NATIVE '>'
#define OTHER '<'
#endif

static const char magic[] = "\x93NUMPY";
#define MAGIC 6 /* bytes of it */

static const struct {
	const char *descr; /* after the byte order */
	ct_dtype dtype;
	int64_t size;
	int64_t number; /* bytes of one number; half of a complex one */
} types[] = {
	{ "b1", CT_BOOL, 1, 1 },      { "i1", CT_INT8, 1, 1 },         { "i2", CT_INT16, 2, 2 },
	{ "i4", CT_INT32, 4, 4 },     { "i8", CT_INT64, 8, 8 },        { "u1", CT_UINT8, 1, 1 },
	{ "u2", CT_UINT16, 2, 2 },    { "u4", CT_UINT32, 4, 4 },       { "u8", CT_UINT64, 8, 8 },
	{ "f2", CT_FLOAT16, 2, 2 },   { "f4", CT_FLOAT32, 4, 4 },      { "f8", CT_FLOAT64, 8, 8 },
	{ "c8", CT_COMPLEX64, 8, 4 }, { "c16", CT_COMPLEX128, 16, 8 },
};

/* Types of NumPy that PyTorch does not have, by their letter. */
static const struct {
	char letter;
	const char *name;
} foreign_types[] = {
	{ 'O', "Python objects, stored as a pickle: a pickle can execute any code and is never "
	       "read" },
	{ 'S', "byte strings" },
	{ 'a', "byte strings" },
	{ 'U', "texts" },
	{ 'V', "raw bytes, as ml_dtypes writes bfloat16 and float8; save them as float32" },
	{ 'M', "dates; save them as int64" },
	{ 'm', "time spans; save them as int64" },
	{ 'f', "floats that PyTorch does not have; save them as float64" },
	{ 'c', "complex numbers that PyTorch does not have; save them as complex128" },
};

/* --- The dict -------------------------------------------------------------------------------- */

struct parser {
	const char *function, *file;
	const unsigned char *at, *end;
	bool python2; /* long integers may have an L */
	bool foreign; /* NumPy has the type of the elements, but PyTorch does not */
};

static ct_error wrong(const struct parser *p, const char *what)
{
	return ct_error_new(CT_ERROR_VALUE, p->function, "%s: its header is not NumPy's: %s",
			    p->file, what);
}

/* Python's whitespace inside brackets, which excludes a vertical tab. */
static bool is_space(unsigned char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

static void npy_header_skip_space(struct parser *p)
{
	while (p->at < p->end && is_space(*p->at))
		p->at++;
}

/* Skips the space before the dict; false if it is an indentation to Python. NumPy drops blanks and
 * tabs at the very beginning; a form feed resets the column. */
static bool skip_first_space(struct parser *p)
{
	bool indented = false;

	while (p->at < p->end && (*p->at == ' ' || *p->at == '\t'))
		p->at++;
	for (; p->at < p->end && is_space(*p->at); p->at++)
		indented = *p->at == ' ' || *p->at == '\t';
	return !indented;
}

/* Reads this character if it is next. */
static bool take(struct parser *p, char wanted)
{
	npy_header_skip_space(p);
	if (p->at == p->end || *p->at != (unsigned char)wanted)
		return false;
	p->at++;
	return true;
}

static bool take_word(struct parser *p, const char *word)
{
	size_t n = strlen(word);

	npy_header_skip_space(p);
	if ((size_t)(p->end - p->at) < n || memcmp(p->at, word, n))
		return false;
	p->at += n;
	return true;
}

/* A quoted text of printable characters without escapes; cut to what fits. */
static bool take_text(struct parser *p, char *text, size_t size)
{
	char quote = '\'';
	size_t n = 0;

	if (!take(p, '\'')) {
		quote = '"';
		if (!take(p, '"'))
			return false;
	}
	for (; p->at < p->end && *p->at != (unsigned char)quote; p->at++) {
		if (*p->at < ' ' || *p->at > '~' || *p->at == '\\')
			return false;
		if (n + 1 < size)
			text[n++] = (char)*p->at;
	}
	text[n] = '\0';
	return p->at++ < p->end;
}

/* A decimal number in Python's notation: only zero begins with a zero. */
static bool take_size(struct parser *p, int64_t *result)
{
	const unsigned char *begin;
	int64_t n = 0;

	npy_header_skip_space(p);
	if (p->at == p->end || *p->at < '0' || *p->at > '9')
		return false;
	begin = p->at;
	for (; p->at < p->end && *p->at >= '0' && *p->at <= '9'; p->at++)
		if (__builtin_mul_overflow(n, 10, &n) ||
		    __builtin_add_overflow(n, *p->at - '0', &n))
			return false;
	if (*begin == '0' && n > 0)
		return false;
	if (p->python2 && p->at < p->end && *p->at == 'L')
		p->at++;
	*result = n;
	return true;
}

/* --- The values ------------------------------------------------------------------------------ */

static ct_error refuse_type(struct parser *p, const char *descr, const char *letter)
{
	for (size_t i = 0; i < LENGTH(foreign_types); i++)
		if (foreign_types[i].letter == *letter) {
			p->foreign = true;
			return ct_error_new(CT_ERROR_VALUE, p->function,
					    "%s: its elements are of type '%s': %s", p->file, descr,
					    foreign_types[i].name);
		}
	return ct_error_new(CT_ERROR_VALUE, p->function,
			    "%s: its elements are of type '%s', which is unknown", p->file, descr);
}

static ct_error read_descr(struct parser *p, struct ct_npy_header *header)
{
	char descr[32], order = NATIVE;
	const char *type = descr;

	p->foreign = take(p, '[');
	if (p->foreign)
		return ct_error_new(CT_ERROR_VALUE, p->function,
				    "%s: it is a structured array; save each field as a separate "
				    "array",
				    p->file);
	if (!take_text(p, descr, sizeof descr))
		return wrong(p, "'descr' must be a string such as '<f4'");
	if (*type && strchr("<>|=", *type))
		order = *type++;
	for (size_t i = 0; i < LENGTH(types); i++) {
		if (strcmp(types[i].descr, type))
			continue;
		header->dtype = types[i].dtype;
		header->element_size = types[i].size;
		/* To NumPy, '|' and '=' are the machine's own order. */
		header->swap = order == OTHER ? types[i].number : 1;
		return NULL;
	}
	return refuse_type(p, descr, type);
}

static ct_error read_order(struct parser *p, struct ct_npy_header *header)
{
	header->fortran = take_word(p, "True");
	if (header->fortran || take_word(p, "False"))
		return NULL;
	return wrong(p, "'fortran_order' must be True or False");
}

static ct_error read_shape(struct parser *p, struct ct_npy_header *header)
{
	static const char form[] = "'shape' must be a tuple of sizes such as (2, 3)";
	bool comma = true;

	if (!take(p, '('))
		return wrong(p, form);
	for (header->ndim = 0; !take(p, ')'); header->ndim++) {
		if (header->ndim == CT_NPY_MAX_DIM)
			return wrong(p, "'shape' has more than 64 dimensions");
		if (!comma || !take_size(p, &header->shape[header->ndim]))
			return wrong(p, form);
		comma = take(p, ',');
	}
	if (header->ndim == 1 && !comma)
		return wrong(p, form); /* (3) is not a tuple */
	return NULL;
}

static const struct {
	const char *key;
	ct_error (*read)(struct parser *p, struct ct_npy_header *header);
} keys[] = {
	{ "descr", read_descr },
	{ "fortran_order", read_order },
	{ "shape", read_shape },
};

static ct_error read_pair(struct parser *p, struct ct_npy_header *header, bool seen[LENGTH(keys)])
{
	char key[32], text[80];

	if (!take_text(p, key, sizeof key))
		return wrong(p, "it must be a dict with string keys");
	if (!take(p, ':'))
		return wrong(p, "expected a colon after a key");
	for (size_t i = 0; i < LENGTH(keys); i++) {
		if (strcmp(key, keys[i].key))
			continue;
		if (!seen[i]) {
			seen[i] = true;
			return keys[i].read(p, header);
		}
		snprintf(text, sizeof text, "'%s' appears twice", key);
		return wrong(p, text);
	}
	snprintf(text, sizeof text, "the key '%s' is unknown", key);
	return wrong(p, text);
}

static ct_error read_dict(struct parser *p, struct ct_npy_header *header)
{
	bool seen[LENGTH(keys)] = { false }, comma = true;
	char text[80];

	if (!skip_first_space(p) || !take(p, '{'))
		return wrong(p, "it must begin with {");
	while (!take(p, '}')) {
		if (!comma)
			return wrong(p, "expected a comma between two keys");
		CT_TRY(read_pair(p, header, seen));
		comma = take(p, ',');
	}
	npy_header_skip_space(p);
	if (p->at < p->end)
		return wrong(p, "unexpected text after the dict");
	for (size_t i = 0; i < LENGTH(keys); i++) {
		if (!seen[i]) {
			snprintf(text, sizeof text, "'%s' is missing", keys[i].key);
			return wrong(p, text);
		}
	}
	return NULL;
}

/* --- The whole ------------------------------------------------------------------------------- */

bool ct_npy_has_magic(const unsigned char *bytes, size_t n)
{
	return n >= MAGIC && memcmp(bytes, magic, MAGIC) == 0;
}

static ct_error check_magic(const char *function, const char *file, const unsigned char *bytes,
			    size_t n)
{
	if (n < MAGIC + 4 || !ct_npy_has_magic(bytes, n))
		return ct_error_new(CT_ERROR_VALUE, function,
				    "%s: not a .npy file: it does not begin with \\x93NUMPY", file);
	if (bytes[MAGIC] < 1 || bytes[MAGIC] > 3 || bytes[MAGIC + 1] != 0)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "%s: unknown format %d.%d (expected 1.0, 2.0 or 3.0)", file,
				    bytes[MAGIC], bytes[MAGIC + 1]);
	return NULL;
}

static int64_t prefix_size(const unsigned char *bytes)
{
	return bytes[MAGIC] == 1 ? MAGIC + 4 : MAGIC + 6;
}

ct_error ct_npy_header_size(const char *function, const char *file, const unsigned char *bytes,
			    size_t n, int64_t *begin)
{
	const unsigned char *length;
	int64_t size;

	CT_TRY(check_magic(function, file, bytes, n));
	length = bytes + MAGIC + 2;
	if (n < CT_NPY_PREFIX && bytes[MAGIC] > 1)
		return ct_error_new(CT_ERROR_VALUE, function, "%s: it ends inside its header",
				    file);
	size = length[0] | length[1] << 8;
	if (bytes[MAGIC] > 1)
		size |= (int64_t)length[2] << 16 | (int64_t)length[3] << 24;
	if (size > CT_NPY_MAX_HEADER)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "%s: its header has %lld bytes, but the limit is %d", file,
				    (long long)size, CT_NPY_MAX_HEADER);
	*begin = prefix_size(bytes) + size;
	return NULL;
}

static bool count_bytes(struct ct_npy_header *header)
{
	bool none = false;

	header->nbytes = header->element_size;
	for (int64_t i = 0; i < header->ndim; i++) {
		int64_t n = header->shape[i];

		none = none || n == 0;
		if (__builtin_mul_overflow(header->nbytes, n ? n : 1, &header->nbytes))
			return false;
	}
	if (none)
		header->nbytes = 0;
	return true;
}

ct_error ct_npy_header_read(const char *function, const char *file, const unsigned char *bytes,
			    int64_t begin, struct ct_npy_header *result, bool *foreign)
{
	struct parser p = { function,         file, bytes + prefix_size(bytes), bytes + begin,
			    bytes[MAGIC] < 3, false };
	struct ct_npy_header header = { 0 };
	ct_error error = read_dict(&p, &header);
	int64_t end;

	if (foreign)
		*foreign = error && p.foreign;
	if (error)
		return error;
	header.begin = begin;
	if (!count_bytes(&header) || __builtin_add_overflow(header.nbytes, begin, &end))
		return wrong(&p, "'shape' is larger than the address space");
	*result = header;
	return NULL;
}

/* --- Writing --------------------------------------------------------------------------------- */

bool ct_npy_find_type(const char *descr, ct_dtype *dtype, int64_t *number)
{
	for (size_t i = 0; i < LENGTH(types); i++) {
		if (strcmp(types[i].descr, descr))
			continue;
		*dtype = types[i].dtype;
		*number = types[i].number;
		return true;
	}
	return false;
}

bool ct_npy_header_has(ct_dtype dtype)
{
	for (size_t i = 0; i < LENGTH(types); i++)
		if (types[i].dtype == dtype)
			return true;
	return false;
}

static int write_type(ct_dtype dtype, char *text, size_t size)
{
	size_t i = 0;

	while (types[i].dtype != dtype)
		i++;
	return snprintf(text, size, "%c%s", types[i].size == 1 ? '|' : NATIVE, types[i].descr);
}

/* A tuple in Python's notation. */
static int write_shape(const struct ct_npy_header *header, char *text, size_t size)
{
	int n = snprintf(text, size, "(");

	for (int64_t i = 0; i < header->ndim; i++)
		n += snprintf(text + n, size - (size_t)n, i ? ", %lld" : "%lld",
			      (long long)header->shape[i]);
	return n + snprintf(text + n, size - (size_t)n, header->ndim == 1 ? ",)" : ")");
}

/* NumPy leaves room for the dimension that grows when arrays are appended: 21 characters minus its
 * length. */
static int spare(const struct ct_npy_header *header)
{
	char digits[24];

	if (header->ndim == 0)
		return 0;
	return 21 - snprintf(digits, sizeof digits, "%lld",
			     (long long)header->shape[header->fortran ? header->ndim - 1 : 0]);
}

size_t ct_npy_header_write(const struct ct_npy_header *header, char room[CT_NPY_ROOM])
{
	char type[8], shape[CT_NPY_ROOM - 256];
	size_t begin = MAGIC + 4, end, length;

	write_type(header->dtype, type, sizeof type);
	write_shape(header, shape, sizeof shape);
	end = begin + (size_t)snprintf(room + begin, CT_NPY_ROOM - begin,
				       "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }%*s",
				       type, header->fortran ? "True" : "False", shape,
				       spare(header), "");
	/* It ends with a newline, and the elements begin at a multiple of 64; if that needs no
	 * padding, NumPy adds 64. */
	length = (end + 1) / 64 * 64 + 64;
	memset(room + end, ' ', length - end - 1);
	room[length - 1] = '\n';
	memcpy(room, magic, MAGIC);
	room[MAGIC] = 1;
	room[MAGIC + 1] = 0;
	room[MAGIC + 2] = (char)((length - begin) & 0xff);
	room[MAGIC + 3] = (char)((length - begin) >> 8);
	return length;
}
