/*
 * The statistics of a tensor as a struct and as text.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>

#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "tensor/printing/printing.h"

static ct_error describe(const ct_tensor *self, const char *function, ct_tensor_statistics *result)
{
	struct ct_looking looking;
	struct ct_facts facts;
	ct_error error;

	if (self == NULL)
		return ct_missing_argument(function, 1, "self");
	CT_TRY(ct_begin_looking(&looking, self, function));
	error = ct_facts_of(self, &facts);
	if (error == NULL)
		error = ct_measure(self, &facts, true, function, result);
	return ct_end_looking(&looking, function, error);
}

ct_error ct_tensor_describe(const ct_tensor *self, ct_tensor_statistics *result)
{
	ct_tensor_statistics unwanted;

	return describe(self, __func__, result ? result : &unwanted);
}

static void add_count(struct ct_text *text, const char *name, int64_t count)
{
	ct_text_addf(text, "%-6s %" PRId64 "\n", name, count);
}

static void add_statistic(struct ct_text *text, const char *name, double value)
{
	ct_text_addf(text, "%-6s ", name);
	ct_add_short(text, value, 6);
	ct_text_add(text, "\n");
}

ct_error ct_tensor_describe_to_string(const ct_tensor *self, char **result)
{
	ct_tensor_statistics statistics;
	struct ct_text text = { 0 };

	CT_TRY(describe(self, __func__, &statistics));
	add_count(&text, "count", statistics.count);
	add_count(&text, "nan", statistics.nans);
	add_count(&text, "inf", statistics.infs);
	add_count(&text, "zeros", statistics.zeros);
	add_statistic(&text, "mean", statistics.mean);
	add_statistic(&text, "std", statistics.std);
	add_statistic(&text, "min", statistics.min);
	add_statistic(&text, "25%", statistics.lower_quartile);
	add_statistic(&text, "50%", statistics.median);
	add_statistic(&text, "75%", statistics.upper_quartile);
	add_statistic(&text, "max", statistics.max);
	if (!text.failed)
		text.data[--text.length] = '\0';
	return ct_text_give(&text, __func__, result);
}
