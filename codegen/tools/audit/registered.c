/* Compares with what a running libtorch has registered and what libctorch exports. */
#include "tools/audit/audit.h"

#include <stdlib.h>
#include <string.h>

#include "tools/audit/dispatcher_schema.h"

const char *finding_name(enum finding_kind kind)
{
	static const char *const names[] = {
		[FINDING_NOT_IN_HEADERS] = "not in libtorch",
		[FINDING_ONLY_IN_HEADERS] = "only in libtorch",
		[FINDING_NOT_REGISTERED] = "not registered",
		[FINDING_REGISTERED_OTHERWISE] = "registered otherwise",
		[FINDING_NOT_EXPORTED] = "not exported",
		[FINDING_NOT_DECLARED] = "not declared",
		[FINDING_NAME_WITHOUT_C] = "without a name in C",
		[FINDING_NOT_IN_PYTHON] = "not in Python",
	};

	return names[kind];
}

void audit_add(struct audit *audit, struct finding finding)
{
	vec_push(audit->arena, &audit->findings, finding);
}

const char *audit_place(const struct audit *audit, const struct loc *loc)
{
	return arena_printf(audit->arena, "%s:%zu", loc->source->path, loc->line);
}

/* --- operators -------------------------------------------------------------------------------- */

static bool is_registered_as(struct audit *audit, const struct op *op, const char *schema,
			     bool has_escapes)
{
	struct strbuf kept = { 0 };
	bool same;

	dispatcher_schema(&kept, audit->arena, &op->schema, has_escapes);
	same = !strcmp(strbuf_str(&kept), schema);
	strbuf_free(&kept);
	return same;
}

static void compare_operator(struct audit *audit, const struct op *op)
{
	struct registered *registered = registry_find(&audit->registry, op->name);
	struct finding finding = { .kind = FINDING_NOT_REGISTERED,
				   .what = op->func,
				   .where = audit_place(audit, &op->entry->loc) };

	if (!registered) {
		audit_add(audit, finding);
		return;
	}
	registered->op = op;
	if (is_registered_as(audit, op, registered->schema, true) ||
	    is_registered_as(audit, op, registered->schema, false))
		return;
	finding.kind = FINDING_REGISTERED_OTHERWISE;
	finding.instead = arena_printf(audit->arena, "%s: %s", registered->place,
				       registered->schema);
	audit_add(audit, finding);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct namespace_count *)a)->name,
		      ((const struct namespace_count *)b)->name);
}

static struct namespace_count *namespace_of(struct audit *audit, const char *name)
{
	size_t length = strcspn(name, ":");

	for (size_t i = 0; i < audit->namespaces.len; i++) {
		const char *known = audit->namespaces.at[i].name;

		if (strlen(known) == length && !strncmp(known, name, length))
			return &audit->namespaces.at[i];
	}
	vec_push(audit->arena, &audit->namespaces,
		 (struct namespace_count){ .name = arena_strndup(audit->arena, name, length) });
	return &audit->namespaces.at[audit->namespaces.len - 1];
}

static void count_namespaces(struct audit *audit)
{
	struct registered *registered = audit->registry.operators;

	for (; registered; registered = registered->hh.next) {
		struct namespace_count *count = namespace_of(audit, registered->name);

		count->operators++;
		count->not_in_yaml += !registered->op;
		audit->registered++;
	}
	if (audit->namespaces.len)
		qsort(audit->namespaces.at, audit->namespaces.len, sizeof *audit->namespaces.at,
		      by_name);
}

/* --- symbols ---------------------------------------------------------------------------------- */

static void compare_symbol(struct audit *audit, const char *symbol, const char *header)
{
	struct exported *exported;

	HASH_FIND_STR(audit->registry.symbols, symbol, exported);
	if (exported)
		exported->is_declared = true;
	else
		audit_add(audit, (struct finding){ .kind = FINDING_NOT_EXPORTED,
						   .what = symbol,
						   .where = header });
}

static void compare_symbols(struct audit *audit)
{
	for (size_t i = 0; i < audit->model->ops.len; i++) {
		const struct op *op = audit->model->by_symbol[i];

		compare_symbol(audit, op->symbol, op->header);
		if (op->method)
			compare_symbol(audit, op->method, op->header);
	}
	for (size_t i = 0; audit->model->nn && i < audit->model->nn->functions.len; i++) {
		const struct op *op = audit->model->nn->functions.at[i]->op;

		compare_symbol(audit, op->symbol, op->header);
	}
	for (size_t i = 0; i < audit->api->decls.len; i++) {
		const struct decl *decl = &audit->api->decls.at[i];

		if (decl->kind == DECL_FUNCTION && !decl->library)
			compare_symbol(audit, decl->name, decl->header);
	}
	for (struct exported *one = audit->registry.symbols; one; one = one->hh.next) {
		audit->exported++;
		if (!one->is_declared)
			audit_add(audit, (struct finding){ .kind = FINDING_NOT_DECLARED,
							   .what = one->name,
							   .where = one->place });
	}
}

/* --- the registry ----------------------------------------------------------------------------- */

/* "2.15.1" and "2.15.0" are one series: a patch release changes no operators, and a build of 1.13.1
 * may claim to be 1.13.0. */
static bool same_series(const char *a, const char *b)
{
	const char *minor = strchr(a, '.'), *patch = minor ? strchr(minor + 1, '.') : NULL;

	return patch ? strncmp(a, b, (size_t)(patch - a) + 1) == 0 : strcmp(a, b) == 0;
}

bool audit_registry(struct audit *audit, const char *path)
{
	const char *release = audit->model->spec->release;

	if (!registry_read(audit->arena, audit->diag, path, &audit->registry))
		return false;
	if (!same_series(audit->registry.release, release)) {
		diag_error(audit->diag, (struct loc){ 0 },
			   "write it with the ct_registry of a build for that release, or pass "
			   "the operator list with --yaml",
			   "%s is from libtorch %s, but the operator list is PyTorch %s", path,
			   audit->registry.release, release);
		return false;
	}
	audit->has_registry = true;
	for (size_t i = 0; i < audit->model->ops.len; i++)
		compare_operator(audit, audit->model->ops.at[i]);
	count_namespaces(audit);
	compare_symbols(audit);
	return true;
}
