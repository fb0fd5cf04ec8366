/*
 * Notes warnings of the library: see warned.h.
 */
#include <string.h>

#include <check.h>
#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/settings.h>

#include "warned.h"

static json_t *noted;

/* libtorch's own come from libtorch's files. */
static void note(const ct_warning *warning, void *context)
{
	(void)context;
	if (strncmp(warning->function, "ct_", 3) == 0)
		json_array_append_new(noted, json_string(warning->message));
}

void note_warnings(void)
{
	noted = json_array();
	CT_CHECK(ct_set_warning_handler(note, NULL, NULL));
}

void forget_warnings(void)
{
	CT_CHECK(ct_set_warning_handler(NULL, NULL, NULL));
	json_decref(noted);
}

void begin_warnings(void)
{
	json_array_clear(noted);
}

void assert_warnings(const json_t *of_case, const char *what)
{
	const json_t *wanted = json_object_get(of_case, "warnings");
	char *got;

	if (wanted ? json_equal(wanted, noted) : json_array_size(noted) == 0)
		return;
	got = json_dumps(noted, JSON_INDENT(2));
	ck_abort_msg("%s: warned of %s\nexpected: %s", what, got,
		     wanted ? json_dumps(wanted, JSON_INDENT(2)) : "nothing");
}
