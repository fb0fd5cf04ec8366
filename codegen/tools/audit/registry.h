/*
 * registry.h: reads a file by ct_registry: what a running libtorch has registered and what
 * libctorch exports.
 *
 *     # registry of libtorch and libctorch, written by ct_registry
 *     # release 2.15.0
 *     operator	aten::mm	aten::mm(Tensor self, Tensor mat2) -> Tensor	CPU Meta Autograd
 *     symbol	ct_mm
 *     # end 2
 *
 * The last line has the number of operator and symbol lines, so that an incomplete file is
 * detected.
 *
 * KEEP THE SAME: programs/ct_registry.c writes the file.
 */
#ifndef CTORCH_GEN_TOOLS_AUDIT_REGISTRY_H
#define CTORCH_GEN_TOOLS_AUDIT_REGISTRY_H

#include "model.h"
#include "util/hash.h"

struct registered {
	const char *name;    /* "aten::add.Tensor" */
	const char *schema;  /* "aten::add.Tensor(Tensor self, ...) -> Tensor" */
	struct names keys;   /* the dispatch keys with a kernel: "CPU", "Autograd" */
	const char *place;   /* "registry.tsv:12" */
	const struct op *op; /* the operator in the yaml; NULL: none; registered.c */
	UT_hash_handle hh;
};

struct exported {
	const char *name;  /* "ct_mm" */
	const char *place; /* "registry.tsv:3500" */
	bool is_declared;  /* in a public header; registered.c */
	UT_hash_handle hh;
};

struct registry {
	const char *release;          /* "2.15.0" */
	struct registered *operators; /* by name, in file order */
	struct exported *symbols;     /* by name, in file order */
};

/* Reports all errors in the file. */
bool registry_read(struct arena *arena, struct diag *diag, const char *path,
		   struct registry *registry);

/* The operator with the yaml's name, "add.Tensor"; NULL if it is not registered. */
struct registered *registry_find(const struct registry *registry, const char *name);

void registry_free(struct registry *registry);

#endif
