/*
 * Who opened a scope, as text.
 */
#include <stdio.h>
#include <string.h>

#include "core/base/place.h"
#include "core/memory/scope_mark.h"

enum { MOST_OF_NAME = 120 };

const char *ct_scope_mark_text(struct ct_scope_mark mark, struct ct_scope_text *text)
{
	const size_t length = mark.name ? strlen(mark.name) : 0;
	char place[128];

	/* The end of a name says more than its beginning: "/long/path/train.c:42". */
	if (length > MOST_OF_NAME)
		snprintf(text->of, sizeof text->of, "the scope ...%s",
			 mark.name + length - MOST_OF_NAME);
	else if (mark.name)
		snprintf(text->of, sizeof text->of, "the scope %s", mark.name);
	else if (mark.caller == NULL)
		snprintf(text->of, sizeof text->of, "a scope");
	else
		snprintf(text->of, sizeof text->of, "the %s %s",
			 mark.is_step ? "step begun by ct_gc, called from" : "scope opened at",
			 ct_place_text(mark.caller, place, sizeof place));
	return text->of;
}
