/*
 * Statistics of tensors.
 */
#include "statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "actions.h"
#include "numbers.h"
#include "opened.h"
#include "parts.h"
#include "progress.h"
#include "report.h"
#include "table.h"
#include "text.h"

/* --- Computing -------------------------------------------------------------------------------- */

struct counting {
	struct statistics *statistics;
	enum kind kind;
	bool is_unsigned;   /* uint64 */
	double reals[PART]; /* a part's elements, or their magnitudes */
};

/* Welford's method, which does not overflow. */
static void add_finite(struct statistics *s, double number)
{
	const double distance = number - s->mean;

	s->finite++;
	s->zeros += number == 0;
	s->mean += distance / (double)s->finite;
	s->squares += distance * (number - s->mean);
	s->min = s->finite == 1 || number < s->min ? number : s->min;
	s->max = s->finite == 1 || number > s->max ? number : s->max;
}

static void add_number(struct statistics *s, double number)
{
	s->count++;
	if (isfinite(number))
		add_finite(s, number);
	else if (isnan(number))
		s->nans++;
	else
		s->infs++;
}

/* In two passes without a division for each element. False if the sum is not finite, as some of them
 * are not or it overflows. */
static bool summarize(const double *reals, int64_t n, struct statistics *result)
{
	struct statistics s = { .count = n, .finite = n, .min = reals[0], .max = reals[0] };
	double sum = 0;

	for (int64_t i = 0; i < n; i++) {
		sum += reals[i];
		s.zeros += reals[i] == 0;
		s.min = reals[i] < s.min ? reals[i] : s.min;
		s.max = reals[i] > s.max ? reals[i] : s.max;
	}
	if (!isfinite(sum))
		return false;
	s.mean = sum / (double)n;
	for (int64_t i = 0; i < n; i++)
		s.squares += (reals[i] - s.mean) * (reals[i] - s.mean);
	*result = s;
	return true;
}

static void repeat(struct statistics *s, int64_t times)
{
	s->count = multiply(s->count, times);
	s->nans = multiply(s->nans, times);
	s->infs = multiply(s->infs, times);
	s->zeros = multiply(s->zeros, times);
	s->finite = multiply(s->finite, times);
	s->squares *= (double)times;
}

/* Chan's method: the means are those of parts. */
static void merge(struct statistics *s, const struct statistics *part)
{
	const double all = (double)s->finite + (double)part->finite;
	const double share = part->finite ? (double)part->finite / all : 0;
	const double distance = part->mean - s->mean;

	s->count = add_up(s->count, part->count);
	s->nans = add_up(s->nans, part->nans);
	s->infs = add_up(s->infs, part->infs);
	s->zeros = add_up(s->zeros, part->zeros);
	if (part->finite == 0)
		return;
	s->min = s->finite == 0 || part->min < s->min ? part->min : s->min;
	s->max = s->finite == 0 || part->max > s->max ? part->max : s->max;
	s->squares += part->squares;
	if (s->finite)
		s->squares += distance * distance * share * (double)s->finite;
	s->mean += distance * share;
	s->finite = add_up(s->finite, part->finite);
}

static double magnitude(double re, double im)
{
	/* hypot() is infinite if one of them is, and the other NaN. */
	return isnan(re) || isnan(im) ? NAN : hypot(re, im);
}

static const double *reals_of(const struct numbers *numbers, struct counting *counting)
{
	if (counting->kind == REAL)
		return numbers->of[0].real;
	for (int64_t i = 0; i < numbers->n; i++) {
		const int64_t integer = numbers->of[0].integer[i];

		if (counting->kind == COMPLEX)
			counting->reals[i] = magnitude(numbers->of[0].complex[i].re,
						       numbers->of[0].complex[i].im);
		else
			counting->reals[i] = counting->is_unsigned ? (double)(uint64_t)integer
								   : (double)integer;
	}
	return counting->reals;
}

static void add_numbers(const struct numbers *numbers, void *context)
{
	struct counting *counting = context;
	const double *reals = reals_of(numbers, counting);
	struct statistics part = { .count = 0 };

	if (!summarize(reals, numbers->n, &part))
		for (int64_t i = 0; i < numbers->n; i++)
			add_number(&part, reals[i]);
	repeat(&part, numbers->times);
	merge(counting->statistics, &part);
}

static bool is_readable(const struct entry *entry)
{
	char *name;

	if (ct_tensor_device(entry->tensor).type != CT_DEVICE_TYPE_CPU)
		return false;
	if (ct_tensor_is_nested(entry->tensor) || ct_tensor_layout(entry->tensor) != CT_STRIDED ||
	    can_be_read(entry->tensor))
		return true;
	name = shown_name(entry);
	hide_progress();
	say("%s: no statistics: its %lld elements overlap in a small storage", name,
	    (long long)ct_tensor_numel(entry->tensor));
	free(name);
	return false;
}

ct_error compute_statistics(const struct entry *entry, struct statistics *result)
{
	const ct_tensor *tensor = entry->tensor;
	struct counting counting = { .statistics = result,
				     .kind = kind_of(ct_tensor_dtype(tensor)) };
	struct parts parts;
	ct_error error = NULL;

	*result = (struct statistics){ .known = is_readable(entry) };
	counting.is_unsigned = ct_tensor_dtype(tensor) == CT_UINT64;
	if (!result->known)
		return NULL;
	CT_TRY(parts_of(tensor, &parts));
	for (int64_t i = parts.indices; i < parts.len && error == NULL; i++)
		error = for_each_part((const ct_tensor *[]){ parts.tensors[i] }, 1, &counting.kind,
				      add_numbers, &counting);
	free_parts(&parts);
	return error;
}

double deviation(const struct statistics *statistics)
{
	return statistics->finite < 2
		       ? NAN
		       : sqrt(statistics->squares / (double)(statistics->finite - 1));
}

/* --- JSON ------------------------------------------------------------------------------------- */

static json_t *json_of_known(const struct statistics *statistics, double number)
{
	return statistics->finite ? json_of_number(number) : json_null();
}

json_t *json_of_statistics(const struct statistics *statistics)
{
	json_t *object;

	if (!statistics->known)
		return json_null();
	object = need_json(json_object());
	put(object, "min", json_of_known(statistics, statistics->min));
	put(object, "max", json_of_known(statistics, statistics->max));
	put(object, "mean", json_of_known(statistics, statistics->mean));
	put(object, "std",
	    statistics->finite < 2 ? json_null() : json_of_number(deviation(statistics)));
	put(object, "count", json_integer(statistics->count));
	put(object, "nan", json_integer(statistics->nans));
	put(object, "inf", json_integer(statistics->infs));
	put(object, "zeros", json_integer(statistics->zeros));
	return object;
}

/* --- The table -------------------------------------------------------------------------------- */

enum { NAME, TYPE, SHAPE, MIN, MAX, MEAN, STD, NANS, INFS, ZEROS, COLUMNS };

static char *number_cell(bool known, double number)
{
	return known ? formatted("%.4g", number) : formatted("-");
}

static char *count_cell(bool known, int64_t count)
{
	return known ? formatted("%lld", (long long)count) : formatted("-");
}

static char *share_cell(const struct statistics *s)
{
	return s->count ? formatted("%.1f%%", 100 * (double)s->zeros / (double)s->count)
			: formatted("-");
}

static void fill_row(struct row *row, const struct entry *entry, const struct statistics *s)
{
	row->cells[NAME] = shown_name(entry);
	row->cells[TYPE] = shown_dtype(entry);
	row->cells[SHAPE] = shown_shape(entry);
	row->cells[MIN] = number_cell(s->finite, s->min);
	row->cells[MAX] = number_cell(s->finite, s->max);
	row->cells[MEAN] = number_cell(s->finite, s->mean);
	row->cells[STD] = number_cell(s->finite > 1, deviation(s));
	row->cells[NANS] = count_cell(s->known, s->nans);
	row->cells[INFS] = count_cell(s->known, s->infs);
	row->cells[ZEROS] = share_cell(s);
}

static ct_error print_statistics(const struct entries *entries)
{
	struct table table = { .columns = COLUMNS,
			       .titles = { "NAME", "TYPE", "SHAPE", "MIN", "MAX", "MEAN", "STD",
					   "NAN", "INF", "ZEROS" } };
	ct_error error = NULL;

	for (int i = MIN; i < COLUMNS; i++)
		table.right[i] = true;
	for (size_t i = 0; i < entries->len && error == NULL; i++) {
		const struct entry *entry = &entries->items[i];
		struct statistics statistics;

		if (entry->tensor == NULL)
			continue;
		error = compute_statistics(entry, &statistics);
		if (error == NULL)
			fill_row(add_row(&table), entry, &statistics);
	}
	hide_progress();
	print_table(&table);
	return error;
}

int show_statistics(char *const *paths, int n, const struct options *options)
{
	int status = SAME;
	bool is_first = true;

	for (int i = 0; i < n; i++) {
		struct opened opened = { 0 };
		char *path;

		if (!open_and_list(paths[i], options, MAPPED, &opened)) {
			status = TROUBLE;
			continue;
		}
		path = escaped(paths[i], strlen(paths[i]));
		if (n > 1)
			printf("%s%s:\n", is_first ? "" : "\n", path);
		is_first = false;
		free(path);
		begin_reading(paths[i], readable_nbytes(&opened.entries), options->quiet);
		if (is_trouble(print_statistics(&opened.entries)))
			status = TROUBLE;
		end_progress();
		close_opened(&opened);
	}
	return status;
}
