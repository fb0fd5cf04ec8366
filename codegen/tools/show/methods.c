/* Methods as programs call them: "x.view", "net.eval", "x[0, 1:] = 1". */
#include "tools/show/methods.h"

#include <ctype.h>
#include <string.h>

#include "tools/show/spelling.h"

static size_t word_length(const char *text)
{
	size_t length = 0;

	while (isalnum((unsigned char)text[length]) || text[length] == '_')
		length++;
	return length;
}

/* "jit" of "torch.jit.load" is a module, not a variable. */
static bool is_part_of(const char *python, const char *word, size_t length)
{
	for (const char *at = python; *at; at += strspn(at, ".")) {
		const size_t part = strcspn(at, ".");

		if (at[part] && part == length && !strncmp(at, word, length))
			return true;
		at += part;
	}
	return false;
}

static bool is_module(const struct nn *nn, const char *word, size_t length)
{
	for (size_t i = 0; nn && i < nn->names.len; i++)
		if (is_part_of(nn->names.at[i]->python, word, length))
			return true;
	for (size_t i = 0; nn && i < nn->others.len; i++)
		if (is_part_of(nn->others.at[i]->python, word, length))
			return true;
	return false;
}

/* "x[0]", "x[...] = 1": the method that Python calls; NULL: no subscript. */
static const char *subscript(const char *name)
{
	const char *begin = name + word_length(name), *end = strrchr(name, ']');

	if (begin == name || *begin != '[' || !end)
		return NULL;
	end += 1 + strspn(end + 1, " ");
	return *end == '=' && end[1] != '=' ? "torch.Tensor.__setitem__"
					    : "torch.Tensor.__getitem__";
}

/* "Tensor" of "tensor_add.Tensor" is no method; "T" of "x.T" is one. */
static bool is_class_name(const char *word)
{
	return isupper((unsigned char)word[0]) && islower((unsigned char)word[1]);
}

size_t show_nn_methods(struct arena *arena, const struct nn *nn, const char *name,
		       const char *methods[2])
{
	const char *bare = spelling_bare(arena, name), *method = subscript(name);
	const size_t length = word_length(bare);

	if (method) {
		methods[0] = method;
		return 1;
	}
	if (!length || bare[length] != '.' || strchr(bare + length + 1, '.') ||
	    !word_length(bare + length + 1) || is_class_name(bare + length + 1) ||
	    is_module(nn, bare, length))
		return 0;
	methods[0] = arena_printf(arena, "torch.Tensor.%s", bare + length + 1);
	methods[1] = bare + length + 1;
	return 2;
}
