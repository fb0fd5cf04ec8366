/* totals.h: the counts of the audit. Every count is labeled. */
#ifndef CTORCH_GEN_FACTS_TOTALS_H
#define CTORCH_GEN_FACTS_TOTALS_H

#include "model.h"

struct total {
	const char *key;   /* "autogen_schemas", for JSON */
	const char *label; /* "schemas derived by autogen", for people */
	size_t count;
};

enum { TOTALS_AT_MOST = 15 };

struct totals {
	struct total at[TOTALS_AT_MOST];
	size_t len; /* without those of the test results and of torch.nn's names if they are unknown */
};

struct totals totals_of(const struct model *model);

size_t count_kind(const struct model *model, enum schema_kind kind);

#endif
