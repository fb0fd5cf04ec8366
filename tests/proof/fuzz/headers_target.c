/*
 * Reading the handwritten public headers: declarations in the order of the file, each with its name
 * and place, or errors; and the conventions that they break.
 */
#include <string.h>

#include "tools/check/check.h"
#include "fuzz.h"
#include "headers/facts.h"

static void check_decl(const struct decl *decl)
{
	FUZZ_CHECK(decl->name && *decl->name, "a declaration without a name");
	FUZZ_CHECK(!strcmp(decl->header, "ctorch/input.h"), "%s is in %s", decl->name,
		   decl->header);
	FUZZ_CHECK(decl->loc.line > 0 && decl->loc.column > 0, "%s has no place", decl->name);
	for (size_t i = 0; i < decl->members.len; i++) {
		const struct member *member = &decl->members.at[i];

		FUZZ_CHECK(member->name && *member->name, "a member of %s without a name",
			   decl->name);
		FUZZ_CHECK((decl->kind == DECL_ENUM || decl->kind == DECL_MACRO) == !member->type,
			   "the type of %s.%s", decl->name, member->name);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	struct api api = { 0 };
	bool fine;

	fuzz_file("input.h", data, size);
	fine = header_scan(&arena, &diag, fuzz_folder(), &api);
	FUZZ_CHECK(fine == (diag.errors == 0), "%zu errors", diag.errors);
	for (size_t i = 0; i < api.decls.len; i++) {
		check_decl(&api.decls.at[i]);
		FUZZ_CHECK(!i || api.decls.at[i].loc.line >= api.decls.at[i - 1].loc.line,
			   "%s is above its predecessor", api.decls.at[i].name);
	}
	/* The declarations suffice for ctorch_api.json, or an error is reported. */
	facts_check(&arena, &diag, &api);
	/* They follow the conventions, or do not. */
	check_headers(&arena, &diag, &api, &(struct exceptions){ 0 });
	arena_free(&arena);
	return 0;
}
