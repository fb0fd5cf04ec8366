/* totals.h: the counts of the audit. Every count is labelled. */
#ifndef CTORCH_GEN_FACTS_TOTALS_H
#define CTORCH_GEN_FACTS_TOTALS_H

#include "model.h"

struct total {
	const char *key;   /* "autogen_schemas", for JSON */
	const char *label; /* "schemas derived by autogen", for people */
	size_t count;
};

enum { TOTAL_COUNT = 10 };

struct totals {
	struct total at[TOTAL_COUNT];
	size_t len; /* without the last ones if the test results are unknown */
};

struct totals totals_of(const struct model *model);

size_t count_kind(const struct model *model, enum schema_kind kind);

#endif
