/*
 * Inside this room: guards in the making.
 */
#ifndef CT_EXPORT_GUARDS_BUILD_H
#define CT_EXPORT_GUARDS_BUILD_H

#include "export/guards/code.h"
#include "export/guards/map.h"

struct ct_guard {
	struct ct_symbolic *tree;
	struct ct_guard_code code;
	const char *text; /* without "Guard failed: " */
};

struct ct_guards {
	const struct ct_guard *guards;
	int64_t guards_len;
	const struct ct_guard_reference *references; /* of all guards */
	int64_t leaves;
};

/* A size or a number with a symbolic value. */
struct ct_guard_source {
	const char *path; /* "L['x'].size()[0]" */
	struct ct_symbolic *expression;
	const char *symbol; /* the only one in it; NULL: there are none or more */
};

struct ct_guard_builder {
	const struct ct_program *program;
	struct ct_arena *arena;
	ct_error error; /* the first one */
	const struct ct_guard_path *paths;
	int64_t paths_len;
	struct ct_guard *guards;
	int64_t guards_len, guards_room;
	struct ct_guard_reference *references;
	int64_t references_len, references_room;
	struct ct_guard_source *sources;
	int64_t sources_len, sources_room;
	struct ct_guard_map ranges;   /* by normal text: of program->ranges */
	struct ct_guard_map by_value; /* by normal text: of sources, the first one each */
	struct ct_guard_map by_path;  /* by \"x['k'][0]\": of paths */
};

/* All return false after an error (build.c). */
bool ct_guard_fail(struct ct_guard_builder *self, ct_error error);
bool ct_guard_fail_memory(struct ct_guard_builder *self);
/* The text in the arena; it is released. NULL after an error. */
const char *ct_guard_keep(struct ct_guard_builder *self, struct ct_text *text);
/* The list with room for one more element; NULL after an error. */
void *ct_guard_grow(struct ct_guard_builder *self, void *list, int64_t len, int64_t *room,
		    size_t size);

/* A constant argument, or the key of a dict; NONE: it is another one, which has no guard (path.c). */
struct ct_symbolic_value ct_guard_constant(const struct ct_graph_argument *argument);

/* Adds a guard, whose text has paths as Python's; the text is released (add.c). */
bool ct_guard_add(struct ct_guard_builder *self, struct ct_text *text);
bool ct_guard_add_tree(struct ct_guard_builder *self, struct ct_symbolic *tree);

/* Those of the inputs (input.c). */
bool ct_guard_add_inputs(struct ct_guard_builder *self);

/* Needed before any guard is added (resolve.c). */
bool ct_guard_index_paths(struct ct_guard_builder *self);

/* Finds what the paths in a tree are, and renames them to Python's names. */
bool ct_guard_resolve(struct ct_guard_builder *self, struct ct_symbolic *tree);

#endif
