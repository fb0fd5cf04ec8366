/*
 * Progress lines.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <ctorch/macros/try.h>
#include <ctorch/train/train.h>

#include "core/base/lengths.h"
#include "core/base/numbers.h"
#include "core/base/text.h"
#include "core/memory/expression.h"
#include "train/clock.h"
#include "train/object.h"

enum { MAX_VALUES = 4, NAME_SIZE = 32, UNIT_SIZE = 32, WIDE = 512 };

struct value {
	char name[NAME_SIZE];
	double value;
};

struct ct_progress {
	ct_progress_options options;
	char unit[UNIT_SIZE];
	FILE *file;
	bool is_terminal, has_color, is_shown;
	int64_t done;
	double started, last; /* seconds; when the last line was shown */
	struct value values[MAX_VALUES];
	int values_len;
	int width; /* of the line on the terminal; 0: none */
};

/* --- making ----------------------------------------------------------------------------------- */

static bool is_set(const char *variable)
{
	const char *value = getenv(variable);

	return value && *value;
}

static bool is_dumb(void)
{
	const char *term = getenv("TERM");

	return term == NULL || !strcmp(term, "dumb");
}

static void choose_form(ct_progress *self)
{
	const ct_progress_options *o = &self->options;
	const double usual = self->is_terminal ? 0.1 : 5;

	self->has_color = self->is_terminal && !is_set("NO_COLOR") && !is_dumb();
	self->is_shown = o->when == CT_PROGRESS_ALWAYS ||
			 (o->when == CT_PROGRESS_ON_TERMINAL && self->is_terminal);
	if (o->interval <= 0)
		self->options.interval = o->interval == 0 ? usual : 0;
}

static void progress_release(void *progress)
{
	ct_progress_clear(progress);
	free(progress);
}

ct_error ct_progress_new(const ct_progress_options *options, FILE *stream, ct_progress **result)
{
	ct_progress *self;

	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	self = calloc(1, sizeof *self);
	if (self && options)
		self->options = *options;
	if (self)
		self->file = stream ? stream : stderr;
	CT_TRY(ct_train_give(self, progress_release, __func__));
	snprintf(self->unit, sizeof self->unit, "%s",
		 options && options->unit ? options->unit : "steps");
	self->options.unit = self->unit;
	self->is_terminal = isatty(fileno(self->file));
	choose_form(self);
	self->done = self->options.done;
	self->started = self->last = ct_clock_seconds();
	*result = self;
	return NULL;
}

void ct_progress_free(ct_progress *self)
{
	ct_train_take(self, progress_release);
}

/* --- reading ---------------------------------------------------------------------------------- */

int64_t ct_progress_done(const ct_progress *self)
{
	return self ? self->done : 0;
}

int64_t ct_progress_epoch(const ct_progress *self)
{
	const int64_t total = self ? self->options.total : 0;
	int64_t epoch;

	if (total <= 0)
		return self != NULL;
	epoch = self->done > 0 ? (self->done - 1) / total + 1 : 1;
	return self->options.epochs > 0 && epoch > self->options.epochs ? self->options.epochs
									: epoch;
}

double ct_progress_seconds(const ct_progress *self)
{
	return self ? ct_clock_seconds() - self->started : NAN;
}

double ct_progress_rate(const ct_progress *self)
{
	const int64_t done = self ? self->done - self->options.done : 0;

	return done > 0 ? (double)done / ct_progress_seconds(self) : NAN;
}

double ct_progress_left(const ct_progress *self)
{
	const int64_t epochs = self && self->options.epochs > 0 ? self->options.epochs : 1;
	const double rate = ct_progress_rate(self);

	if (isnan(rate) || self->options.total <= 0)
		return NAN;
	return fmax(0, (double)(self->options.total * epochs - self->done)) / rate;
}

/* --- the line --------------------------------------------------------------------------------- */

static void add_epoch(struct ct_text *line, const ct_progress *self)
{
	if (self->options.epochs > 0 && self->options.total > 0)
		ct_text_addf(line, "epoch %lld of %lld: ", (long long)ct_progress_epoch(self),
			     (long long)self->options.epochs);
}

static void add_count(struct ct_text *line, const ct_progress *self)
{
	const int64_t total = self->options.total;
	const int64_t before = total > 0 ? (ct_progress_epoch(self) - 1) * total : 0;

	if (total > 0)
		ct_text_addf(line, "%lld of %lld %s", (long long)(self->done - before),
			     (long long)total, self->unit);
	else
		ct_text_addf(line, "%lld %s", (long long)self->done, self->unit);
}

static void add_rate(struct ct_text *line, double rate)
{
	if (!isnan(rate))
		ct_text_addf(line, rate < 10 ? ", %.2f a second" : ", %.0f a second", rate);
}

static void add_left(struct ct_text *line, double left)
{
	const int64_t s = isnan(left) || left > 1e9 ? -1 : llround(left);

	if (s >= 3600)
		ct_text_addf(line, ", %lld h %02lld min left", (long long)(s / 3600),
			     (long long)(s / 60 % 60));
	else if (s >= 100)
		ct_text_addf(line, ", %lld min %02lld s left", (long long)(s / 60),
			     (long long)(s % 60));
	else if (s >= 0)
		ct_text_addf(line, ", %lld s left", (long long)s);
}

/* The first part of the line, which is colored; then the rest. */
static void make_line(const ct_progress *self, struct ct_text *line, size_t *first)
{
	add_epoch(line, self);
	*first = line->length;
	add_count(line, self);
	add_rate(line, ct_progress_rate(self));
	add_left(line, ct_progress_left(self));
	for (int i = 0; i < self->values_len; i++)
		ct_text_addf(line, ", %s %.4g", self->values[i].name, self->values[i].value);
}

/* The terminal's width. A line that wraps could not be overwritten. */
static size_t columns(const ct_progress *self)
{
	struct winsize size;

	if (ioctl(fileno(self->file), TIOCGWINSZ, &size) || size.ws_col < 2)
		return WIDE;
	return size.ws_col - 1u;
}

static void overwrite(ct_progress *self, const struct ct_text *line, size_t first)
{
	const size_t room = columns(self), n = line->length < room ? line->length : room;
	const size_t bold = first < n ? first : n;

	ct_progress_clear(self);
	if (self->has_color && bold)
		fprintf(self->file, "\033[1m%.*s\033[0m%.*s", (int)bold, line->data,
			(int)(n - bold), line->data + bold);
	else
		fprintf(self->file, "%.*s", (int)n, line->data);
	self->width = (int)n;
}

static void show(ct_progress *self)
{
	struct ct_text line = { 0 };
	size_t first = 0;

	make_line(self, &line, &first);
	if (!line.failed && self->is_terminal)
		overwrite(self, &line, first);
	else if (!line.failed)
		fprintf(self->file, "%s\n", line.data);
	fflush(self->file);
	ct_text_release(&line);
}

void ct_progress_clear(ct_progress *self)
{
	if (self == NULL || self->width == 0)
		return;
	fprintf(self->file, "\r%*s\r", self->width, "");
	fflush(self->file);
	self->width = 0;
}

void ct_progress_add(ct_progress *self, int64_t count)
{
	double now;

	if (self == NULL)
		return;
	self->done = ct_size_plus(self->done, count);
	now = ct_clock_seconds();
	if (!self->is_shown || now - self->last < self->options.interval)
		return;
	self->last = now;
	show(self);
}

void ct_progress_set(ct_progress *self, const char *name, double value)
{
	int i = 0;

	if (self == NULL || name == NULL)
		return;
	while (i < self->values_len && strncmp(self->values[i].name, name, NAME_SIZE - 1) != 0)
		i++;
	if (i == MAX_VALUES)
		return;
	snprintf(self->values[i].name, NAME_SIZE, "%s", name);
	self->values[i].value = value;
	self->values_len = i == self->values_len ? i + 1 : self->values_len;
}
