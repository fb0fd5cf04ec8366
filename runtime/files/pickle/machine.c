/*
 * Pickles: the machine. Its opcodes are those of protocols 2 to 5 that describe data; those of
 * protocols 0 and 1, which torch.save() writes only on request, are refused.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/big_int.h"
#include "core/base/lengths.h"
#include "core/base/utf8.h"
#include "files/pickle/unpickle.h"
#include "files/zip/bytes.h"

/* Python's newest one. */
enum { MAX_PROTOCOL = 5 };

struct machine {
	struct ct_unpickler *reader;
	const unsigned char *begin, *at, *end;
	struct ct_node **stack;
	size_t len, room;
	size_t *marks; /* lengths of the stack */
	size_t marks_len, marks_room;
	struct ct_node **memo;
	size_t memo_room, memo_next;
	bool is_done;
};

/* --- Errors ---------------------------------------------------------------------------------- */

static ct_error too_short(const struct machine *m)
{
	return ct_unpickle_wrong(m->reader, "its pickle ends at byte %lld, in the middle",
				 (long long)(m->end - m->begin));
}

static ct_error empty(const struct machine *m)
{
	return ct_unpickle_wrong_here(m->reader, "the stack has too few objects");
}

/* --- The stack ------------------------------------------------------------------------------- */

/* Makes room for one more item of `size` bytes. It counts as the arena's memory. */
static ct_error grow(struct machine *m, void *items, size_t len, size_t *room, size_t size)
{
	const size_t more = *room ? *room : 64;
	void **array = items, *grown;

	if (len < *room)
		return NULL;
	if (!ct_arena_count(&m->reader->arena, more * size))
		return ct_unpickle_no_memory(m->reader);
	grown = ct_array_resize(*array, (int64_t)(*room + more), size);
	if (grown == NULL)
		return ct_unpickle_no_memory(m->reader);
	*array = grown;
	*room += more;
	return NULL;
}

static ct_error push(struct machine *m, struct ct_node *node)
{
	CT_TRY(grow(m, &m->stack, m->len, &m->room, sizeof *m->stack));
	m->stack[m->len++] = node;
	return NULL;
}

/* Items above the innermost mark. */
static size_t above_mark(const struct machine *m)
{
	return m->len - (m->marks_len ? m->marks[m->marks_len - 1] : 0);
}

/* The topmost item; one below a mark is out of reach. */
static ct_error top(const struct machine *m, struct ct_node **result)
{
	if (above_mark(m) == 0)
		return empty(m);
	*result = m->stack[m->len - 1];
	return NULL;
}

static ct_error pop(struct machine *m, struct ct_node **result)
{
	CT_TRY(top(m, result));
	m->len--;
	return NULL;
}

/* Removes the innermost mark and what is above it: `*items` are `*n`, valid until the next push. */
static ct_error pop_mark(struct machine *m, struct ct_node ***items, size_t *n)
{
	if (m->marks_len == 0)
		return ct_unpickle_wrong_here(m->reader, "a mark is missing");
	*n = above_mark(m);
	m->len = m->marks[--m->marks_len];
	*items = m->len + *n ? m->stack + m->len : NULL;
	return NULL;
}

static ct_error push_new(struct machine *m, enum ct_node_kind kind, struct ct_node **result)
{
	CT_TRY(ct_node_new(m->reader, kind, result));
	return push(m, *result);
}

/* --- Reading what follows an opcode ----------------------------------------------------------- */

static ct_error take(struct machine *m, uint64_t n, const unsigned char **result)
{
	if (n > (uint64_t)(m->end - m->at))
		return too_short(m);
	*result = m->at;
	m->at += n;
	return NULL;
}

/* An unsigned number of 1, 2, 4 or 8 bytes. */
static ct_error take_number(struct machine *m, int size, uint64_t *result)
{
	const unsigned char *bytes;

	CT_TRY(take(m, (uint64_t)size, &bytes));
	*result = 0;
	for (int i = size; i-- > 0;)
		*result = *result << 8 | bytes[i];
	return NULL;
}

/* Bytes whose number is in the first `size` bytes. */
static ct_error take_counted(struct machine *m, int size, const unsigned char **result, size_t *n)
{
	uint64_t length;

	CT_TRY(take_number(m, size, &length));
	CT_TRY(take(m, length, result));
	*n = (size_t)length;
	return NULL;
}

static ct_error take_line(struct machine *m, const char **result, size_t *n)
{
	const unsigned char *newline = memchr(m->at, '\n', (size_t)(m->end - m->at));

	if (newline == NULL)
		return too_short(m);
	*result = (const char *)m->at;
	*n = (size_t)(newline - m->at);
	m->at = newline + 1;
	return NULL;
}

/* --- Opcodes: numbers and texts; `size` is that of their argument ------------------------------ */

static ct_error do_frame(struct machine *m, int size)
{
	uint64_t n;

	CT_TRY(take_number(m, size, &n));
	return n > (uint64_t)(m->end - m->at) ? too_short(m) : NULL;
}

static ct_error do_proto(struct machine *m, int size)
{
	uint64_t protocol;

	CT_TRY(take_number(m, size, &protocol));
	if (protocol < 2 || protocol > MAX_PROTOCOL)
		return ct_unpickle_wrong_here(m->reader,
					      "unsupported protocol %d (expected 2 to %d)",
					      (int)protocol, MAX_PROTOCOL);
	return NULL;
}

static ct_error push_constant(struct machine *m, const struct ct_node *constant)
{
	struct ct_node *node;

	CT_TRY(push_new(m, constant->kind, &node));
	*node = *constant;
	return NULL;
}

static ct_error do_none(struct machine *m, int size)
{
	(void)size;
	return push_constant(m, &(struct ct_node){ .kind = CT_NODE_NONE });
}

/* NEWTRUE and NEWFALSE: the opcode before m->at is the value. */
static ct_error do_bool(struct machine *m, int size)
{
	(void)size;
	return push_constant(m, &(struct ct_node){ .kind = CT_NODE_BOOL, .i = m->at[-1] == 0x88 });
}

static ct_error do_int(struct machine *m, int size)
{
	uint64_t n;

	CT_TRY(take_number(m, size, &n));
	return push_constant(m, &(struct ct_node){ .kind = CT_NODE_INT,
						   .i = size == 4 ? (int32_t)n : (int64_t)n });
}

/* Converted once, however often the pickle refers to it. */
static ct_error push_big_int(struct machine *m, const unsigned char *bytes, size_t n)
{
	char text[CT_BIG_INT_TEXT], *copy;
	size_t len;

	if (n > CT_BIG_INT_BYTES)
		return push_constant(m, &(struct ct_node){ .kind = CT_NODE_HUGE });
	len = ct_big_int_text(bytes, n, text);
	copy = ct_arena_new(&m->reader->arena, len);
	if (copy == NULL)
		return ct_unpickle_no_memory(m->reader);
	memcpy(copy, text, len);
	return push_constant(m,
			     &(struct ct_node){ .kind = CT_NODE_BIG_INT, .bytes = copy, .n = len });
}

/* Two's complement of any length. */
static ct_error do_long(struct machine *m, int size)
{
	const unsigned char *bytes;
	uint64_t bits = 0;
	size_t n;

	CT_TRY(take_counted(m, size, &bytes, &n));
	n = ct_big_int_length(bytes, n);
	if (n > 9 || (n == 9 && bytes[8]))
		return push_big_int(m, bytes, n);
	for (size_t i = 0; i < 8; i++)
		bits |= (uint64_t)(i < n ? bytes[i] : n && bytes[n - 1] & 0x80 ? 0xff : 0) << 8 * i;
	return push_constant(m, &(struct ct_node){ .kind = n == 9 ? CT_NODE_UINT : CT_NODE_INT,
						   .i = (int64_t)bits });
}

static ct_error do_float(struct machine *m, int size)
{
	const unsigned char *bytes;
	uint64_t bits = 0;
	double number;

	CT_TRY(take(m, (uint64_t)size, &bytes)); /* the only big-endian numbers */
	for (int i = 0; i < size; i++)
		bits = bits << 8 | bytes[i];
	memcpy(&number, &bits, sizeof number);
	return push_constant(m, &(struct ct_node){ .kind = CT_NODE_FLOAT, .re = number });
}

static ct_error push_bytes(struct machine *m, int size, enum ct_node_kind kind)
{
	const unsigned char *bytes;
	size_t n;

	CT_TRY(take_counted(m, size, &bytes, &n));
	return push_constant(
		m, &(struct ct_node){ .kind = kind, .bytes = (const char *)bytes, .n = n });
}

static ct_error do_bytes(struct machine *m, int size)
{
	return push_bytes(m, size, CT_NODE_BYTES);
}

static ct_error do_text(struct machine *m, int size)
{
	struct ct_node *text;

	CT_TRY(push_bytes(m, size, CT_NODE_STRING));
	text = m->stack[m->len - 1];
	if (!ct_is_utf8(text->bytes, text->n))
		return ct_unpickle_wrong_here(m->reader, "a string is not valid UTF-8");
	return NULL;
}

/* Python 2's str is a text or bytes. */
static ct_error do_string(struct machine *m, int size)
{
	struct ct_node *text;

	CT_TRY(push_bytes(m, size, CT_NODE_STRING));
	text = m->stack[m->len - 1];
	if (!ct_is_utf8(text->bytes, text->n))
		text->kind = CT_NODE_BYTES;
	return NULL;
}

/* --- Opcodes: lists, tuples, dicts, sets ------------------------------------------------------- */

/* EMPTY_LIST, ...: the node's kind is the operand. */
static ct_error do_empty(struct machine *m, int kind)
{
	struct ct_node *node;

	return push_new(m, (enum ct_node_kind)kind, &node);
}

static ct_error do_mark(struct machine *m, int size)
{
	(void)size;
	CT_TRY(grow(m, &m->marks, m->marks_len, &m->marks_room, sizeof *m->marks));
	m->marks[m->marks_len++] = m->len;
	return NULL;
}

static ct_error fill(struct machine *m, struct ct_node *node, struct ct_node **items, size_t n)
{
	for (size_t i = 0; i < n; i++)
		CT_TRY(ct_node_append(m->reader, node, items[i]));
	return NULL;
}

/* TUPLE1 to TUPLE3. */
static ct_error do_tuple_of(struct machine *m, int n)
{
	struct ct_node *tuple;

	if (above_mark(m) < (size_t)n)
		return empty(m);
	CT_TRY(ct_node_new(m->reader, CT_NODE_TUPLE, &tuple));
	CT_TRY(fill(m, tuple, m->stack + m->len - n, (size_t)n));
	m->len -= (size_t)n;
	return push(m, tuple);
}

/* TUPLE, LIST, DICT, FROZENSET: of what is above the mark. */
static ct_error do_marked(struct machine *m, int kind)
{
	struct ct_node *node, **items;
	size_t n;

	CT_TRY(pop_mark(m, &items, &n));
	if (kind == CT_NODE_DICT && n % 2)
		return empty(m);
	CT_TRY(ct_node_new(m->reader, (enum ct_node_kind)kind, &node));
	CT_TRY(fill(m, node, items, n));
	return push(m, node);
}

/* Into the topmost item, which must be of this kind. What was skipped stays so. */
static ct_error extend(struct machine *m, int kind, struct ct_node **items, size_t n)
{
	struct ct_node *node;

	CT_TRY(top(m, &node));
	if (node->kind == CT_NODE_SKIPPED)
		return NULL;
	if (node->kind != (enum ct_node_kind)kind || (kind == CT_NODE_DICT && n % 2))
		return ct_unpickle_wrong_here(m->reader,
					      "an item is added to an object that cannot hold it");
	return fill(m, node, items, n);
}

/* APPEND, SETITEM. */
static ct_error do_add(struct machine *m, int kind)
{
	const size_t n = kind == CT_NODE_DICT ? 2 : 1;

	if (above_mark(m) < n)
		return empty(m);
	m->len -= n;
	return extend(m, kind, m->stack + m->len, n);
}

/* APPENDS, SETITEMS, ADDITEMS. */
static ct_error do_add_marked(struct machine *m, int kind)
{
	struct ct_node **items;
	size_t n;

	CT_TRY(pop_mark(m, &items, &n));
	return extend(m, kind, items, n);
}

/* --- Opcodes: the memo ------------------------------------------------------------------------- */

/* Each PUT takes two bytes of the pickle, so a larger number than its length is not Python's. */
static ct_error put(struct machine *m, uint64_t index)
{
	struct ct_node *node;

	CT_TRY(top(m, &node));
	if (index >= (uint64_t)(m->end - m->begin))
		return ct_unpickle_wrong_here(m->reader, "memo index %llu is too large",
					      (unsigned long long)index);
	while (index >= m->memo_room) {
		const size_t old = m->memo_room;

		CT_TRY(grow(m, &m->memo, old, &m->memo_room, sizeof *m->memo));
		memset(m->memo + old, 0, (m->memo_room - old) * sizeof *m->memo);
	}
	m->memo[index] = node;
	return NULL;
}

static ct_error do_put(struct machine *m, int size)
{
	uint64_t index;

	CT_TRY(take_number(m, size, &index));
	return put(m, index);
}

static ct_error do_memoize(struct machine *m, int size)
{
	(void)size;
	return put(m, m->memo_next++);
}

static ct_error do_get(struct machine *m, int size)
{
	uint64_t index;

	CT_TRY(take_number(m, size, &index));
	if (index >= m->memo_room || m->memo[index] == NULL)
		return ct_unpickle_wrong_here(m->reader, "memo %llu was not stored",
					      (unsigned long long)index);
	return push(m, m->memo[index]);
}

/* --- Opcodes: the stack ------------------------------------------------------------------------ */

static ct_error do_pop(struct machine *m, int size)
{
	struct ct_node *node, **items;
	size_t n;

	(void)size;
	return above_mark(m) ? pop(m, &node) : pop_mark(m, &items, &n);
}

static ct_error do_pop_mark(struct machine *m, int size)
{
	struct ct_node **items;
	size_t n;

	(void)size;
	return pop_mark(m, &items, &n);
}

static ct_error do_dup(struct machine *m, int size)
{
	struct ct_node *node;

	(void)size;
	CT_TRY(top(m, &node));
	return push(m, node);
}

static ct_error do_stop(struct machine *m, int size)
{
	(void)size;
	m->is_done = true;
	return NULL;
}

/* --- Opcodes: functions, classes, objects ------------------------------------------------------ */

static ct_error do_global(struct machine *m, int size)
{
	size_t module_len, name_len;
	const char *module, *name;
	struct ct_node *node;

	(void)size;
	CT_TRY(take_line(m, &module, &module_len));
	CT_TRY(take_line(m, &name, &name_len));
	CT_TRY(ct_pickle_global(m->reader, module, module_len, name, name_len, &node));
	return push(m, node);
}

static ct_error do_stack_global(struct machine *m, int size)
{
	struct ct_node *module, *name, *node;

	(void)size;
	CT_TRY(pop(m, &name));
	CT_TRY(pop(m, &module));
	if (module->kind != CT_NODE_STRING || name->kind != CT_NODE_STRING)
		return ct_unpickle_wrong_here(m->reader,
					      "the name of a function or class is not a string");
	CT_TRY(ct_pickle_global(m->reader, module->bytes, module->n, name->bytes, name->n, &node));
	return push(m, node);
}

/* REDUCE, NEWOBJ: a function or class, and its arguments. */
static ct_error do_call(struct machine *m, int size)
{
	struct ct_node *arguments, *callee, *made;

	(void)size;
	CT_TRY(pop(m, &arguments));
	CT_TRY(pop(m, &callee));
	if (callee->kind == CT_NODE_SKIPPED)
		return push(m, callee);
	if (callee->kind != CT_NODE_GLOBAL || arguments->kind != CT_NODE_TUPLE)
		return ct_unpickle_wrong_here(m->reader, "a call needs a function and a tuple");
	CT_TRY(callee->global->call(m->reader, callee->global, arguments, &made));
	return push(m, made);
}

/* What __setstate__() gets. OrderedDicts have attributes, which are not items of the dict. */
static ct_error do_build(struct machine *m, int size)
{
	struct ct_node *state, *node;

	(void)size;
	CT_TRY(pop(m, &state));
	CT_TRY(top(m, &node));
	switch (node->kind) {
	case CT_NODE_DICT:
	case CT_NODE_ARRAY:
	case CT_NODE_OBJECT:
	case CT_NODE_TENSOR:
	case CT_NODE_SKIPPED:
		node->state = state;
		return NULL;
	default:
		return ct_unpickle_wrong_here(m->reader,
					      "a state is set on an object that has none");
	}
}

static ct_error do_persistent(struct machine *m, int size)
{
	struct ct_node *id, *node;

	(void)size;
	CT_TRY(pop(m, &id));
	if (m->reader->persistent == NULL)
		return ct_unpickle_wrong_here(m->reader, "a storage is outside the saved object");
	CT_TRY(m->reader->persistent(m->reader, id, &node));
	return push(m, node);
}

/* --- The table --------------------------------------------------------------------------------- */

/* By opcode; the operand is the size of what follows, or as the function says. */
static const struct opcode {
	ct_error (*run)(struct machine *m, int operand);
	int operand;
} opcodes[256] = {
	[0x80] = { do_proto, 1 },
	[0x95] = { do_frame, 8 }, /* FRAME */
	['.'] = { do_stop, 0 },

	['N'] = { do_none, 0 },
	[0x88] = { do_bool, 0 },
	[0x89] = { do_bool, 0 },
	['K'] = { do_int, 1 },
	['M'] = { do_int, 2 },
	['J'] = { do_int, 4 },
	[0x8a] = { do_long, 1 },
	[0x8b] = { do_long, 4 },
	['G'] = { do_float, 8 },

	['X'] = { do_text, 4 },
	[0x8c] = { do_text, 1 },
	[0x8d] = { do_text, 8 },
	['U'] = { do_string, 1 },
	['T'] = { do_string, 4 },
	['C'] = { do_bytes, 1 },
	['B'] = { do_bytes, 4 },
	[0x8e] = { do_bytes, 8 },
	[0x96] = { do_bytes, 8 }, /* BYTEARRAY8 */

	[']'] = { do_empty, CT_NODE_LIST },
	[')'] = { do_empty, CT_NODE_TUPLE },
	['}'] = { do_empty, CT_NODE_DICT },
	[0x8f] = { do_empty, CT_NODE_SET },
	['('] = { do_mark, 0 },
	[0x85] = { do_tuple_of, 1 },
	[0x86] = { do_tuple_of, 2 },
	[0x87] = { do_tuple_of, 3 },
	['t'] = { do_marked, CT_NODE_TUPLE },
	['l'] = { do_marked, CT_NODE_LIST },
	['d'] = { do_marked, CT_NODE_DICT },
	[0x91] = { do_marked, CT_NODE_SET }, /* FROZENSET */
	['a'] = { do_add, CT_NODE_LIST },
	['s'] = { do_add, CT_NODE_DICT },
	['e'] = { do_add_marked, CT_NODE_LIST },
	['u'] = { do_add_marked, CT_NODE_DICT },
	[0x90] = { do_add_marked, CT_NODE_SET },

	['q'] = { do_put, 1 },
	['r'] = { do_put, 4 },
	[0x94] = { do_memoize, 0 },
	['h'] = { do_get, 1 },
	['j'] = { do_get, 4 },

	['0'] = { do_pop, 0 },
	['1'] = { do_pop_mark, 0 },
	['2'] = { do_dup, 0 },

	['c'] = { do_global, 0 },
	[0x93] = { do_stack_global, 0 },
	['R'] = { do_call, 0 },
	[0x81] = { do_call, 0 }, /* NEWOBJ */
	['b'] = { do_build, 0 },
	['Q'] = { do_persistent, 0 },
};

static ct_error step(struct machine *m)
{
	const struct opcode *opcode;

	if (m->at == m->end)
		return too_short(m);
	m->reader->at = (size_t)(m->at - m->begin);
	opcode = &opcodes[*m->at++];
	if (opcode->run == NULL)
		return ct_unpickle_wrong_here(m->reader,
					      "0x%02x is not an opcode that describes data in "
					      "protocols 2 to %d",
					      m->at[-1], MAX_PROTOCOL);
	return opcode->run(m, opcode->operand);
}

static ct_error run(struct machine *m, struct ct_node **result)
{
	while (!m->is_done)
		CT_TRY(step(m));
	if (m->len != 1 || m->marks_len)
		return ct_unpickle_wrong_here(
			m->reader,
			"it ends with %zu objects and %zu marks (expected one "
			"object)",
			m->len, m->marks_len);
	*result = m->stack[0];
	return NULL;
}

ct_error ct_unpickle(struct ct_unpickler *self, const unsigned char *bytes, size_t n, size_t *used,
		     struct ct_node **result)
{
	struct machine m = { .reader = self, .begin = bytes, .at = bytes, .end = bytes + n };
	const ct_error error = run(&m, result);

	*used = (size_t)(m.at - bytes);
	free(m.stack);
	free(m.marks);
	free(m.memo);
	return error;
}
