/*
 * audit.h: compares the operators of a yaml with the headers of a libtorch, with what a running
 * libtorch has registered and with what libctorch exports. The differences are data.
 */
#ifndef CTORCH_GEN_TOOLS_AUDIT_H
#define CTORCH_GEN_TOOLS_AUDIT_H

#include "tools/audit/registry.h"
#include "facts/derivatives.h"
#include "model.h"
#include "headers/scan.h"

enum finding_kind {
	FINDING_NOT_IN_HEADERS,       /* in the yaml only, not in the headers of libtorch */
	FINDING_ONLY_IN_HEADERS,      /* in the headers only */
	FINDING_NOT_REGISTERED,       /* in the yaml; the dispatcher has no operator of that name */
	FINDING_REGISTERED_OTHERWISE, /* the dispatcher has it with another schema */
	FINDING_NOT_EXPORTED,         /* a declared function that libctorch.so does not export */
	FINDING_NOT_DECLARED,         /* a symbol of libctorch.so that no header declares */
	FINDING_NAME_WITHOUT_C, /* a name of Python's torch.nn that no list in runtime/nn/ has */
	FINDING_NOT_IN_PYTHON,  /* an entry of these lists whose name Python does not have */
};

struct finding {
	enum finding_kind kind;
	const char *what;    /* "mm(Tensor self, Tensor mat2) -> Tensor", "ct_mm" */
	const char *where;   /* "mm_ops.h", "native_functions.yaml:12", "registry.tsv:7" */
	const char *instead; /* FINDING_REGISTERED_OTHERWISE: the registered schema; else NULL */
};

/* The registered operators of a namespace. */
struct namespace_count {
	const char *name; /* "aten" */
	size_t operators;
	size_t not_in_yaml;
};

struct audit {
	struct arena *arena;
	struct diag *diag;
	const struct model *model;
	const struct api *api;

	const char *libtorch;         /* the folder compared with; NULL: none */
	const char *libtorch_release; /* "2.15.0"; NULL: unknown */
	size_t declared;              /* the schemas that its headers declare */

	bool has_registry;
	struct registry registry;
	VEC(struct namespace_count) namespaces; /* sorted by name */
	size_t registered, exported;

	VEC(struct finding) findings;
	struct derivatives *derivatives; /* NULL: unknown */
};

/* "not registered" */
const char *finding_name(enum finding_kind kind);

void audit_add(struct audit *audit, struct finding finding);

/* "native_functions.yaml:12" */
const char *audit_place(const struct audit *audit, const struct loc *loc);

/* headers.c: reports errors in the folder. */
bool audit_headers(struct audit *audit, const char *libtorch);

/* registered.c: compares with the file at `path`. Reports a file of another release. */
bool audit_registry(struct audit *audit, const char *path);

/* names.c: torch.nn's names in Python with the lists in runtime/nn/. */
void audit_names(struct audit *audit);

#endif
