/*
 * Times of operators.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "actions.h"
#include "inspect/json.h"
#include "inspect/table.h"
#include "inspect/text.h"

struct operator_time {
	const char *target; /* the program's; it lives as long */
	int64_t count, nanoseconds;
};

struct profile {
	struct operator_time *items;
	size_t len, room;
};

struct profile *new_profile(void)
{
	struct profile *profile = need_memory(NULL, sizeof *profile);

	*profile = (struct profile){ NULL, 0, 0 };
	return profile;
}

void free_profile(struct profile *profile)
{
	if (profile == NULL)
		return;
	free(profile->items);
	free(profile);
}

/* --- Adding ----------------------------------------------------------------------------------- */

/* A program calls some dozens of different operators. */
static struct operator_time *find_operator(struct profile *self, const char *target)
{
	for (size_t i = 0; i < self->len; i++)
		if (strcmp(self->items[i].target, target) == 0)
			return &self->items[i];
	if (self->len == self->room) {
		self->room = self->room ? 2 * self->room : 64;
		self->items = need_memory(self->items, self->room * sizeof *self->items);
	}
	self->items[self->len] = (struct operator_time){ target, 0, 0 };
	return &self->items[self->len++];
}

void add_to_profile(const char *node, const char *target, int64_t nanoseconds, void *context)
{
	struct operator_time *item = find_operator(context, target);

	(void)node;
	item->count++;
	item->nanoseconds += nanoseconds;
}

/* --- Showing ---------------------------------------------------------------------------------- */

static int longer_first(const void *a, const void *b)
{
	const int64_t x = ((const struct operator_time *)a)->nanoseconds,
		      y = ((const struct operator_time *)b)->nanoseconds;

	return x < y ? 1 : x > y ? -1 : 0;
}

/* "aten.relu.default" of "torch.ops.aten.relu.default". */
static const char *short_target(const char *target)
{
	static const char before[] = "torch.ops.";

	return strncmp(target, before, sizeof before - 1) == 0 ? target + sizeof before - 1
							       : target;
}

enum { OPERATOR, COUNT, MILLISECONDS, MICROSECONDS_EACH, SHARE, COLUMNS };

static double share_of(const struct operator_time *item, int64_t whole)
{
	return whole ? (double)item->nanoseconds / (double)whole : 0;
}

static double milliseconds_of(const struct operator_time *item, int64_t runs)
{
	return (double)item->nanoseconds / 1e6 / (double)runs;
}

/* Times of one run. */
static void add_line(struct table *table, const struct operator_time *item, int64_t runs,
		     int64_t whole)
{
	const char *name = short_target(item->target);
	struct row *row = add_row(table);

	row->cells[OPERATOR] = escaped(name, strlen(name));
	if (item->count) {
		row->cells[COUNT] = formatted("%lld", (long long)(item->count / runs));
		row->cells[MICROSECONDS_EACH] = formatted("%.2f", (double)item->nanoseconds / 1e3 /
									  (double)item->count);
	}
	row->cells[MILLISECONDS] = formatted("%.3f", milliseconds_of(item, runs));
	row->cells[SHARE] = formatted("%.1f%%", 100 * share_of(item, whole));
}

static json_t *json_of_line(const struct operator_time *item, int64_t runs, int64_t whole)
{
	const char *name = short_target(item->target);
	json_t *object = need_json(json_object());

	put(object, "operator", json_of_text(name, strlen(name)));
	put(object, "count", json_integer(item->count / runs));
	put(object, "milliseconds", json_real(milliseconds_of(item, runs)));
	put(object, "share", json_real(share_of(item, whole)));
	return object;
}

static int64_t sum_of(const struct profile *profile)
{
	int64_t sum = 0;

	for (size_t i = 0; i < profile->len; i++)
		sum += profile->items[i].nanoseconds;
	return sum;
}

static void report_profile(const struct profile *profile, const struct operator_time *rest,
			   int64_t runs, int64_t whole, json_t *report)
{
	json_t *array = need_json(json_array());

	put(report, "profile", array);
	for (size_t i = 0; i < profile->len; i++)
		append(array, json_of_line(&profile->items[i], runs, whole));
	append(array, json_of_line(rest, runs, whole));
}

void show_profile(struct profile *profile, int64_t runs, int64_t nanoseconds, json_t *report)
{
	const struct operator_time rest = { "(between operators)", 0,
					    nanoseconds - sum_of(profile) };
	struct table table = { .columns = COLUMNS,
			       .titles = { "OPERATOR", "COUNT", "MS", "US EACH", "SHARE" },
			       .right = { [COUNT] = true,
					  [MILLISECONDS] = true,
					  [MICROSECONDS_EACH] = true,
					  [SHARE] = true } };

	if (profile->len)
		qsort(profile->items, profile->len, sizeof *profile->items, longer_first);
	if (report) {
		report_profile(profile, &rest, runs, nanoseconds, report);
		return;
	}
	for (size_t i = 0; i < profile->len; i++)
		add_line(&table, &profile->items[i], runs, nanoseconds);
	add_line(&table, &rest, runs, nanoseconds);
	print_table(&table);
}
