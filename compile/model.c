#include "compile/model.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/error_make.h"

/* --- Errors ----------------------------------------------------------------------------------- */

bool report(struct program *program, ct_error error)
{
	if (error == NULL)
		return true;
	diag_error(program->diag, (struct loc){ 0 }, NULL, "%s", ct_error_without_class(error));
	ct_error_free(error);
	return false;
}

bool node_error(const struct node *node, struct program *program, const char *format, ...)
{
	struct strbuf text = { 0 };
	va_list args;

	va_start(args, format);
	strbuf_vprintf(&text, format, args);
	va_end(args);
	report(program, ct_graph_error(CT_ERROR_VALUE, &node->in->place, node->from, "%s",
				       strbuf_str(&text)));
	strbuf_free(&text);
	return false;
}

/* --- Nodes ------------------------------------------------------------------------------------ */

struct variable *variable_of(const struct function *function,
			     const struct ct_graph_argument *argument)
{
	return argument->value == CT_NO_VALUE ? NULL : &function->variables[argument->value];
}

const struct ct_graph_argument *node_arg(const struct node *node, const char *name)
{
	for (size_t i = 0; node->op && i < node->op->schema.args.len; i++)
		if (!strcmp(node->op->schema.args.at[i].name, name))
			return node->args[i];
	return NULL;
}

const char *node_operator(const struct node *node, struct arena *arena)
{
	const char *target = node->target + strlen("torch.ops.");
	const char *dot = strchr(target, '.');

	return arena_printf(arena, "%.*s::%s", (int)(dot - target), target, dot + 1);
}

bool node_is(const struct node *node, const char *name)
{
	static const char aten[] = "torch.ops.aten.";
	const char *target = node->target;
	size_t n = strlen(name);

	return !strncmp(target, aten, sizeof aten - 1) &&
	       !strncmp(target + sizeof aten - 1, name, n) && target[sizeof aten - 1 + n] == '.';
}

bool node_is_training(const struct node *node)
{
	const struct ct_graph_argument *given = node_arg(node, "training");

	given = given ? given : node_arg(node, "use_input_stats");
	return given && (given->value != CT_NO_VALUE || given->i);
}

struct variable *node_result(const struct node *node, size_t i)
{
	i += node->skipped ? 1 : 0;
	return i < (size_t)node->from->outputs_len ? variable_of(node->in, &node->from->outputs[i])
						   : NULL;
}

const struct ct_graph_argument *argument_items(const struct ct_graph_argument *argument,
					       int64_t *len)
{
	const bool is_list = ct_arm_is_list(argument->arm);

	*len = is_list ? argument->items_len : 1;
	return is_list ? argument->items : argument;
}

/* --- C ---------------------------------------------------------------------------------------- */

/* After a comment or a text that begins here; NULL: none does. */
static const char *skip_text(const char *at)
{
	const char quote = *at;
	const char *end;

	if (at[0] == '/' && at[1] == '*') {
		end = strstr(at + 2, "*/");
		return end ? end + 2 : at + strlen(at);
	}
	if (quote != '"' && quote != '\'')
		return NULL;
	for (at++; *at && *at != quote; at++)
		at += *at == '\\' && at[1];
	return *at ? at + 1 : at;
}

bool c_mentions(const char *c, const char *name)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	const size_t wanted = strlen(name);
	const char *before = " ";

	while (*c) {
		const char *after = skip_text(c);
		const size_t length = after ? 0 : strspn(c, letters);

		if (length == wanted && !strncmp(c, name, length) && *before != '.' &&
		    *before != '>')
			return true;
		if (length == 0)
			before = c;
		c = after ? after : c + (length ? length : 1);
	}
	return false;
}

const char *heading_c(struct arena *arena, const char *title)
{
	static const char dashes[] =
		"-----------------------------------------------------------------------------------------";

	return arena_printf(arena, "/* --- %s %s */\n\n", title, dashes + strlen(title));
}

/* --- Names ------------------------------------------------------------------------------------ */

/* Words of C and C++, and what the files that include ctorch.h and math.h must not redefine. */
static const char reserved[] =
	" auto break case char const continue default do double else enum extern float for goto if "
	"inline int long register restrict return short signed sizeof static struct switch typedef "
	"union unsigned void volatile while alignas alignof bool constexpr false nullptr thread_local "
	"true typeof asm and and_eq bitand bitor catch class compl concept const_cast consteval "
	"constinit co_await co_return co_yield decltype delete dynamic_cast explicit export friend "
	"mutable namespace new noexcept not not_eq operator or or_eq private protected public "
	"reinterpret_cast requires static_assert static_cast template this throw try typeid typename "
	"using virtual wchar_t xor xor_eq NULL I EOF errno stdin stdout stderr unix linux main self "
	"scope error result folder path workspace all made grad_was_enabled "
	/* Functions and variables of level 1. */
	"run gemm find_gemm multiply multiply_tensors multiply_vector pack heads attend weigh add_mask "
	"read_tensor check_dense result_tensor copy_result take_workspace leave_workspace span span_of "
	"check_apart check_rows missing_instructions check_processor fold_norm reorder_weight restride "
	"bf16_to_float float_to_bf16 gemm_bf16 find_gemm_bf16 has_bf16 multiply_bf16 multiply_vector_bf16 pack_bf16 round_sums "
	"attend_bf16 ";

static bool is_reserved(const char *name)
{
	const char *at = strstr(reserved, name);

	for (; at; at = strstr(at + 1, name))
		if (at[-1] == ' ' && at[strlen(name)] == ' ')
			return true;
	return false;
}

/* Letters, digits and underscores, with a letter first; no name of the library's. */
static char *as_identifier(struct arena *arena, const char *wish)
{
	const bool is_letter = (*wish >= 'a' && *wish <= 'z') || (*wish >= 'A' && *wish <= 'Z');
	const bool fits = is_letter && strncmp(wish, "ct_", 3) && strncmp(wish, "CT_", 3);
	char *name = arena_printf(arena, "%s%s", fits ? "" : "v", wish);

	for (char *at = name; *at; at++)
		if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_", *at))
			*at = '_';
	return name;
}

const char *identifier_in(struct arena *arena, struct taken **taken, const char *wish)
{
	char *name = as_identifier(arena, wish);
	const char *base = name;
	struct taken *found;

	HASH_FIND_STR(*taken, name, found);
	for (int i = 1; found || is_reserved(name); i++) {
		/* Numbers that are not tried one after the other, for a thousand equal wishes. */
		if (found && found->next > i)
			i = found->next;
		name = arena_printf(arena, i > 1 || found ? "%s_%d" : "%s_", base, i + 1);
		if (found)
			found->next = i + 1;
		HASH_FIND_STR(*taken, name, found);
	}
	found = arena_alloc(arena, sizeof *found);
	found->name = name;
	HASH_ADD_KEYPTR(hh, *taken, found->name, strlen(found->name), found);
	return name;
}

const char *identifier_new(struct program *program, const char *wish)
{
	return identifier_in(program->arena, &program->taken, wish);
}
