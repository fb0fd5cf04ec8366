/*
 * Inside the library: learning curves.
 */
#ifndef CT_TRAIN_CURVES_H
#define CT_TRAIN_CURVES_H

#include <ctorch/train/train.h>

#include "core/base/text.h"

struct ct_curve {
	char *name;
	int64_t *steps; /* never falling */
	double *values;
	int64_t len, room;
};

struct ct_curves {
	struct ct_curve *at;
	int64_t len, room;
};

/* NULL if there is none of this name. */
struct ct_curve *ct_curve_find(const ct_curves *self, const char *name);

/* Writes the text to the file, and releases it; an OutOfMemoryError if a part of it is missing. */
ct_error ct_curves_write(struct ct_text *text, const char *path,
			 const char *function) CT_WARN_UNUSED;

/* --- curves_axis.c ---------------------------------------------------------------------------- */

enum { CT_MAX_TICKS = 16 };

/* A range of numbers, and where it is in pixels. */
struct ct_axis {
	double min, max; /* of the numbers; their decimal logarithms if `is_log` */
	double from, to; /* in pixels */
	bool is_log;
	bool is_whole;              /* no ticks between integers */
	double scale;               /* of steps, on the axis of these */
	double ticks[CT_MAX_TICKS]; /* numbers */
	double step;                /* between two ticks; for the digits of their labels */
	int ticks_len;
};

/* Chooses at most about `wanted` round ticks, inside the range. */
void ct_axis_choose_ticks(struct ct_axis *self, int wanted);

/* The pixel of a number, which is finite and above 0 on a logarithmic axis. */
double ct_axis_place(const struct ct_axis *self, double number);

/* "0.25", "20k", "1e-05" */
void ct_axis_add_label(const struct ct_axis *self, double tick, struct ct_text *text);

#endif
