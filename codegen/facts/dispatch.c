#include "facts/dispatch.h"

#include "util/hash.h"
#include "util/text.h"

struct named_op {
	const struct op *op;
	UT_hash_handle hh;
};

struct dispatch_table {
	struct arena *arena;
	struct named_op *ops;
};

struct dispatch_table *dispatch_begin(struct arena *arena, const struct model *model)
{
	struct dispatch_table *table = arena_alloc(arena, sizeof *table);

	table->arena = arena;
	for (size_t i = 0; i < model->ops.len; i++) {
		struct named_op *named = arena_alloc(arena, sizeof *named);

		named->op = model->ops.at[i];
		HASH_ADD_KEYPTR(hh, table->ops, named->op->name, strlen(named->op->name), named);
	}
	return table;
}

void dispatch_end(struct dispatch_table *table)
{
	HASH_CLEAR(hh, table->ops);
}

static void add_key(const struct dispatch_table *table, struct names *keys, const char *key,
		    size_t length)
{
	const char *copy = arena_strndup(table->arena, key, length);

	if (!names_has(keys, copy))
		vec_push(table->arena, keys, copy);
}

/* The keys with structured kernels; torchgen's STRUCTURED_DISPATCH_KEYS. */
static bool is_structured_key(const char *key, size_t length)
{
	static const char *const structured[] = { "CPU", "CUDA", "MPS", "XPU", "MTIA" };

	for (size_t i = 0; i < sizeof structured / sizeof *structured; i++)
		if (strlen(structured[i]) == length && !strncmp(key, structured[i], length))
			return true;
	return false;
}

/* `CPU, CUDA: add_stub` is two keys. Old files have a bare name that applies to all keys. */
static void add_written(const struct dispatch_table *table, struct names *keys,
			const struct entry *entry, bool only_structured)
{
	const struct value *dispatch = &entry->values[KEY_DISPATCH];
	const char *word;
	size_t length;

	for (size_t i = 0; i < dispatch->len; i++) {
		const char *text = dispatch->at[i].key ? dispatch->at[i].key : "";

		while (text_next_word(&text, ", ", &word, &length))
			if (!only_structured || is_structured_key(word, length))
				add_key(table, keys, word, length);
	}
	if (entry->values[KEY_UFUNC_INNER_LOOP].form != FORM_NONE) {
		add_key(table, keys, "CPU", strlen("CPU"));
		add_key(table, keys, "CUDA", strlen("CUDA"));
	}
}

struct names dispatch_keys(const struct dispatch_table *table, const struct op *op)
{
	const struct value *delegate = &op->entry->values[KEY_STRUCTURED_DELEGATE];
	const char *composite = op->is_derived ? "CompositeExplicitAutograd"
					       : "CompositeImplicitAutograd";
	struct named_op *other = NULL;
	struct names keys = { 0 };

	if (!op->is_derived) {
		add_written(table, &keys, op->entry, false);
		if (delegate->len)
			HASH_FIND_STR(table->ops, delegate->at[0].text, other);
		if (other)
			add_written(table, &keys, other->op->entry, true);
	}
	/* `dispatch: {}` means that there is no kernel at all. */
	if (!keys.len && (op->is_derived || op->entry->values[KEY_DISPATCH].form == FORM_NONE))
		add_key(table, &keys, composite, strlen(composite));
	names_sort(&keys);
	return keys;
}
