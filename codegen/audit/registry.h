/*
 * registry.h: what a running libtorch has registered and what libctorch exports, as ct_registry
 * tells it.
 *
 *     # registry of libtorch and libctorch, written by ct_registry
 *     # release 2.15.0
 *     operator	aten::mm	aten::mm(Tensor self, Tensor mat2) -> Tensor	CPU Meta Autograd
 *     symbol	ct_mm
 *     # end 2
 *
 * The number in the last line is that of the lines with operators and symbols: half a file is none.
 *
 * KEEP THE SAME: runtime/programs/ct_registry.c writes it.
 */
#ifndef CTORCH_GEN_AUDIT_REGISTRY_H
#define CTORCH_GEN_AUDIT_REGISTRY_H

#include "model.h"
#include "util/hash.h"

struct registered {
	const char *name;    /* "aten::add.Tensor" */
	const char *schema;  /* "aten::add.Tensor(Tensor self, ...) -> Tensor" */
	struct names keys;   /* those that have a kernel: "CPU", "Autograd" */
	const char *place;   /* "registry.tsv:12" */
	const struct op *op; /* the same of the yaml; NULL: the yaml has none; registered.c */
	UT_hash_handle hh;
};

struct exported {
	const char *name;  /* "ct_mm" */
	const char *place; /* "registry.tsv:3500" */
	bool is_declared;  /* by a public header; registered.c */
	UT_hash_handle hh;
};

struct registry {
	const char *release;          /* "2.15.0" */
	struct registered *operators; /* by name, in the order of the file */
	struct exported *symbols;     /* by name, in the order of the file */
};

/* False after reporting all that is wrong with the file. */
bool registry_read(struct arena *arena, struct diag *diag, const char *path,
		   struct registry *registry);

/* The operator of the yaml's name, "add.Tensor"; NULL when none is registered. */
struct registered *registry_find(const struct registry *registry, const char *name);

void registry_free(struct registry *registry);

#endif
