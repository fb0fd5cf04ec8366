/*
 * The nodes of symbolic expressions.
 */
#include <math.h>
#include <string.h>

#include "export/symbolic/tree.h"

enum ct_symbolic_level ct_symbolic_level_of(enum ct_symbolic_operator operator_)
{
	switch (operator_) {
	case CT_SYMBOLIC_ADD:
	case CT_SYMBOLIC_SUBTRACT:
		return CT_SYMBOLIC_LEVEL_SUM;
	case CT_SYMBOLIC_MULTIPLY:
	case CT_SYMBOLIC_DIVIDE:
	case CT_SYMBOLIC_FLOOR_DIVIDE:
	case CT_SYMBOLIC_MODULO:
		return CT_SYMBOLIC_LEVEL_TERM;
	case CT_SYMBOLIC_POWER:
		return CT_SYMBOLIC_LEVEL_POWER;
	case CT_SYMBOLIC_SHIFT_LEFT:
	case CT_SYMBOLIC_SHIFT_RIGHT:
		return CT_SYMBOLIC_LEVEL_SHIFT;
	case CT_SYMBOLIC_BIT_AND:
		return CT_SYMBOLIC_LEVEL_BIT_AND;
	case CT_SYMBOLIC_BIT_XOR:
		return CT_SYMBOLIC_LEVEL_BIT_XOR;
	case CT_SYMBOLIC_BIT_OR:
		return CT_SYMBOLIC_LEVEL_BIT_OR;
	case CT_SYMBOLIC_NOT:
		return CT_SYMBOLIC_LEVEL_NOT;
	case CT_SYMBOLIC_MINUS:
	case CT_SYMBOLIC_PLUS:
	case CT_SYMBOLIC_INVERT:
		return CT_SYMBOLIC_LEVEL_FACTOR;
	default:
		return CT_SYMBOLIC_LEVEL_COMPARISON;
	}
}

struct ct_symbolic *ct_symbolic_node(struct ct_symbolic_reader *reader, enum ct_symbolic_kind kind)
{
	struct ct_symbolic *node = reader->error ? NULL : ct_arena_new(reader->arena, sizeof *node);

	if (node)
		node->kind = kind;
	else
		ct_symbolic_fail_memory(reader);
	return node;
}

struct ct_symbolic *ct_symbolic_constant(struct ct_symbolic_reader *reader,
					 struct ct_symbolic_value value)
{
	struct ct_symbolic *node = ct_symbolic_node(reader, CT_SYMBOLIC_CONSTANT);

	if (node)
		node->value = value;
	return node;
}

struct ct_symbolic *ct_symbolic_int(struct ct_symbolic_reader *reader, int64_t i)
{
	return ct_symbolic_constant(reader, (struct ct_symbolic_value){ CT_SYMBOLIC_INT, .i = i });
}

struct ct_symbolic *ct_symbolic_named_number(struct ct_symbolic_reader *reader, const char *name)
{
	/* "inf" is in the namespace of guards. */
	static const struct {
		const char *name;
		double number;
	} all[] = {
		{ "math.inf", INFINITY },
		{ "inf", INFINITY },
		{ "oo", INFINITY },
		{ "int_oo", INFINITY },
		{ "math.nan", NAN },
		{ "nan", NAN },
		{ "math.pi", 3.14159265358979323846 },
		{ "math.e", 2.71828182845904523536 },
	};
	struct ct_symbolic *node = NULL;

	for (size_t i = 0; i < sizeof all / sizeof *all && node == NULL; i++) {
		if (strcmp(all[i].name, name) != 0)
			continue;
		node = ct_symbolic_node(reader, CT_SYMBOLIC_CONSTANT);
		if (node == NULL)
			return NULL;
		node->value = (struct ct_symbolic_value){ CT_SYMBOLIC_FLOAT, .f = all[i].number };
		node->name = all[i].name;
	}
	return node;
}

struct ct_symbolic *ct_symbolic_path(struct ct_symbolic_reader *reader, const char *name)
{
	struct ct_symbolic *node = ct_symbolic_node(reader, CT_SYMBOLIC_PATH);

	if (node)
		node->name = name;
	return node;
}

/* A list with room for one more element; NULL if there is no memory. Its old memory stays in the
 * arena. */
static void *grow_in_arena(struct ct_symbolic_reader *reader, void *list, int64_t len, int64_t room,
			   size_t size)
{
	void *larger = ct_arena_new(reader->arena, (size_t)room * size);

	if (larger == NULL)
		ct_symbolic_fail_memory(reader);
	else if (len > 0)
		memcpy(larger, list, (size_t)len * size);
	return larger;
}

bool ct_symbolic_add_step(struct ct_symbolic_reader *reader, struct ct_symbolic *path,
			  struct ct_symbolic_step step)
{
	if (path->steps_len == path->steps_room) {
		const int64_t room = path->steps_room ? 2 * path->steps_room : 4;
		void *steps = grow_in_arena(reader, path->steps, path->steps_len, room,
					    sizeof *path->steps);

		if (steps == NULL)
			return false;
		path->steps = steps;
		path->steps_room = room;
	}
	path->steps[path->steps_len++] = step;
	return true;
}

static bool make_room_for_item(struct ct_symbolic_reader *reader, struct ct_symbolic *node)
{
	const int64_t room = node->items_room ? 2 * node->items_room : 2, len = node->items_len;
	void *items, *operators;

	if (len < node->items_room)
		return true;
	items = grow_in_arena(reader, node->items, len, room, sizeof *node->items);
	operators = grow_in_arena(reader, node->operators, len, room, sizeof *node->operators);
	if (items == NULL || operators == NULL)
		return false;
	node->items = items;
	node->operators = operators;
	node->items_room = room;
	return true;
}

bool ct_symbolic_add_item(struct ct_symbolic_reader *reader, struct ct_symbolic *node,
			  struct ct_symbolic *item, enum ct_symbolic_operator before)
{
	if (node == NULL || item == NULL || !make_room_for_item(reader, node))
		return false;
	if (node->items_len > 0)
		node->operators[node->items_len - 1] = before;
	node->items[node->items_len++] = item;
	return true;
}

struct ct_symbolic *ct_symbolic_unary(struct ct_symbolic_reader *reader,
				      enum ct_symbolic_operator operator_, struct ct_symbolic *item)
{
	struct ct_symbolic *node = ct_symbolic_node(reader, CT_SYMBOLIC_UNARY);

	if (!ct_symbolic_add_item(reader, node, item, operator_))
		return NULL;
	node->operators[0] = operator_;
	return node;
}

/* Whether "node OPERATOR b" is a node with one more item: operators of arithmetic group from the
 * left, with parentheses or without. */
static bool continues_chain(const struct ct_symbolic *node, enum ct_symbolic_operator operator_)
{
	const enum ct_symbolic_level level = ct_symbolic_level_of(operator_);

	if (node->kind == CT_SYMBOLIC_CHAIN)
		return level != CT_SYMBOLIC_LEVEL_POWER &&
		       ct_symbolic_level_of(node->operators[0]) == level;
	return node->kind == CT_SYMBOLIC_COMPARISON && level == CT_SYMBOLIC_LEVEL_COMPARISON &&
	       !node->in_parentheses;
}

struct ct_symbolic *ct_symbolic_join(struct ct_symbolic_reader *reader, struct ct_symbolic *a,
				     enum ct_symbolic_operator operator_, struct ct_symbolic *b)
{
	const bool compares = ct_symbolic_level_of(operator_) == CT_SYMBOLIC_LEVEL_COMPARISON;
	struct ct_symbolic *node = a;

	if (a == NULL || b == NULL)
		return NULL;
	if (!continues_chain(a, operator_)) {
		node = ct_symbolic_node(reader,
					compares ? CT_SYMBOLIC_COMPARISON : CT_SYMBOLIC_CHAIN);
		if (!ct_symbolic_add_item(reader, node, a, operator_))
			return NULL;
	}
	node->in_parentheses = false;
	return ct_symbolic_add_item(reader, node, b, operator_) ? node : NULL;
}

struct ct_symbolic *ct_symbolic_conditional(struct ct_symbolic_reader *reader,
					    struct ct_symbolic *then, struct ct_symbolic *condition,
					    struct ct_symbolic *otherwise)
{
	struct ct_symbolic *node = ct_symbolic_node(reader, CT_SYMBOLIC_CONDITIONAL);

	return ct_symbolic_add_item(reader, node, then, CT_SYMBOLIC_EQ) &&
			       ct_symbolic_add_item(reader, node, condition, CT_SYMBOLIC_EQ) &&
			       ct_symbolic_add_item(reader, node, otherwise, CT_SYMBOLIC_EQ)
		       ? node
		       : NULL;
}
