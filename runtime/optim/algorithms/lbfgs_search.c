/*
 * A line search after the strong Wolfe conditions, Python's _strong_wolfe(), with the same
 * decisions.
 */
#include <math.h>

#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/memory/given.h"
#include "optim/algorithms/lbfgs.h"

/* A point on the line. */
struct point {
	struct ct_lbfgs_number t;
	double f;
	ct_tensor *g;
	struct ct_lbfgs_number gtd;
};

struct search {
	const struct ct_lbfgs *l;
	struct ct_line *line; /* as it began */
	ct_tensor **start;    /* copies of the parameters */
	struct point bracket[2];
	bool is_done;
	int64_t iterations, most;
};

/* --- evaluating ------------------------------------------------------------------------------- */

static ct_error copy_parameters(struct search *s)
{
	for (int64_t i = 0; i < s->l->len; i++)
		CT_TRY(CT(clone, &s->start[i], s->l->params[i],
			  .memory_format = CT_CONTIGUOUS_FORMAT));
	return NULL;
}

static ct_error restore_parameters(const struct search *s)
{
	for (int64_t i = 0; i < s->l->len; i++)
		CT_TRY(CT(copy_, s->l->params[i], s->start[i]));
	return NULL;
}

static ct_error evaluate(struct search *s, struct ct_lbfgs_number t, struct point *result)
{
	*result = (struct point){ .t = t };
	CT_TRY(ct_lbfgs_move(s->l, t.value, s->line->direction));
	CT_TRY(ct_lbfgs_evaluate(s->l, NULL, &result->f, &result->g));
	result->f = ct_lbfgs_maximizes(s->l) ? -result->f : result->f;
	CT_TRY(restore_parameters(s));
	s->line->evaluations++;
	result->gtd = ct_lbfgs_dot(result->g, s->line->direction);
	return CT_DONE();
}

/* --- where to look next ----------------------------------------------------------------------- */

/* The minimum of the cubic through two points. */
static struct ct_lbfgs_number lbfgs_search_interpolate(const struct ct_lbfgs *l,
						       const struct point *one,
						       const struct point *two,
						       const struct ct_lbfgs_number *low,
						       const struct ct_lbfgs_number *high)
{
	const struct ct_lbfgs_number x1 = one->t, x2 = two->t, g1 = one->gtd, g2 = two->gtd;
	const bool is_ordered = ct_lbfgs_at_most(l, x1, x2);
	const struct ct_lbfgs_number from = low ? *low : is_ordered ? x1 : x2;
	const struct ct_lbfgs_number to = high ? *high : is_ordered ? x2 : x1;
	const struct ct_lbfgs_number slope = ct_lbfgs_div(l, ct_lbfgs_float(3 * (one->f - two->f)),
							  ct_lbfgs_sub(l, x1, x2));
	const struct ct_lbfgs_number d1 = ct_lbfgs_sub(l, ct_lbfgs_add(l, g1, g2), slope);
	const struct ct_lbfgs_number square = ct_lbfgs_sub(l, ct_lbfgs_mul(l, d1, d1),
							   ct_lbfgs_mul(l, g1, g2));
	struct ct_lbfgs_number d2, above, below, part;

	if (ct_lbfgs_less(l, square, ct_lbfgs_float(0)) || isnan(square.value))
		return ct_lbfgs_div(l, ct_lbfgs_add(l, from, to), ct_lbfgs_float(2));
	d2 = ct_lbfgs_sqrt(l, square);
	above = ct_lbfgs_sub(l, ct_lbfgs_add(l, is_ordered ? g2 : g1, d2), d1);
	below = ct_lbfgs_add(l, is_ordered ? ct_lbfgs_sub(l, g2, g1) : ct_lbfgs_sub(l, g1, g2),
			     ct_lbfgs_mul(l, ct_lbfgs_float(2), d2));
	part = ct_lbfgs_mul(l, is_ordered ? ct_lbfgs_sub(l, x2, x1) : ct_lbfgs_sub(l, x1, x2),
			    ct_lbfgs_div(l, above, below));
	part = ct_lbfgs_sub(l, is_ordered ? x2 : x1, part);
	return ct_lbfgs_min(l, ct_lbfgs_max(l, part, from), to);
}

/* f + c1 t gtd, which is what a step must stay below. */
static bool is_too_high(const struct search *s, const struct point *point)
{
	const struct ct_lbfgs *l = s->l;
	const struct ct_lbfgs_number slope = ct_lbfgs_mul(
		l, ct_lbfgs_mul(l, ct_lbfgs_float(1e-4), point->t), s->line->gtd);

	return ct_lbfgs_less(l, ct_lbfgs_add(l, ct_lbfgs_float(s->line->f), slope),
			     ct_lbfgs_float(point->f));
}

static bool is_flat(const struct search *s, const struct point *point)
{
	return ct_lbfgs_at_most(s->l, ct_lbfgs_abs(point->gtd),
				ct_lbfgs_mul(s->l, ct_lbfgs_float(-0.9), s->line->gtd));
}

/* --- the two phases --------------------------------------------------------------------------- */

/* Finds two points around a minimum, or one that will do. */
static ct_error find_bracket(struct search *s)
{
	const struct ct_lbfgs *l = s->l;
	struct point last = { ct_lbfgs_int(0), s->line->f, s->line->g, s->line->gtd }, now;
	const struct point first = last;

	CT_TRY(evaluate(s, s->line->t, &now));
	for (; s->iterations < s->most; s->iterations++) {
		struct ct_lbfgs_number low, high, t;

		s->bracket[0] = last;
		s->bracket[1] = now;
		if (is_too_high(s, &now) || (s->iterations > 1 && now.f >= last.f))
			return NULL;
		if (is_flat(s, &now)) {
			s->bracket[0] = now;
			s->is_done = true;
			return NULL;
		}
		if (ct_lbfgs_at_most(l, ct_lbfgs_float(0), now.gtd))
			return NULL;
		low = ct_lbfgs_add(
			l, now.t,
			ct_lbfgs_mul(l, ct_lbfgs_float(0.01), ct_lbfgs_sub(l, now.t, last.t)));
		high = ct_lbfgs_mul(l, now.t, ct_lbfgs_int(10));
		t = lbfgs_search_interpolate(l, &last, &now, &low, &high);
		last = now;
		CT_TRY(evaluate(s, t, &now));
	}
	s->bracket[0] = first;
	s->bracket[1] = now;
	return NULL;
}

/* Away from the ends of the bracket, if that was not enough progress twice. */
static struct ct_lbfgs_number keep_away(const struct search *s, struct ct_lbfgs_number t,
					bool *is_slow)
{
	const struct ct_lbfgs *l = s->l;
	const struct ct_lbfgs_number a = s->bracket[0].t, b = s->bracket[1].t;
	const struct ct_lbfgs_number low = ct_lbfgs_min(l, a, b), high = ct_lbfgs_max(l, a, b);
	const struct ct_lbfgs_number eps = ct_lbfgs_mul(l, ct_lbfgs_float(0.1),
							ct_lbfgs_sub(l, high, low));
	const struct ct_lbfgs_number to_high = ct_lbfgs_sub(l, high, t);
	const struct ct_lbfgs_number to_low = ct_lbfgs_sub(l, t, low);
	const bool is_close = ct_lbfgs_less(l, ct_lbfgs_min(l, to_high, to_low), eps);
	const bool is_outside = ct_lbfgs_at_most(l, high, t) || ct_lbfgs_at_most(l, t, low);

	if (!is_close || !(*is_slow || is_outside)) {
		*is_slow = is_close;
		return t;
	}
	*is_slow = false;
	return ct_lbfgs_less(l, ct_lbfgs_abs(to_high), ct_lbfgs_abs(to_low))
		       ? ct_lbfgs_sub(l, high, eps)
		       : ct_lbfgs_add(l, low, eps);
}

/* Takes a point into the bracket, of which `*low` has the lower loss. */
static void narrow(struct search *s, const struct point *now, int *low)
{
	const struct ct_lbfgs *l = s->l;
	struct ct_lbfgs_number width, turn;

	if (is_too_high(s, now) || now->f >= s->bracket[*low].f) {
		s->bracket[!*low] = *now;
		*low = s->bracket[0].f <= s->bracket[1].f ? 0 : 1;
		return;
	}
	width = ct_lbfgs_sub(l, s->bracket[!*low].t, s->bracket[*low].t);
	turn = ct_lbfgs_mul(l, now->gtd, width);
	if (is_flat(s, now))
		s->is_done = true;
	else if (ct_lbfgs_at_most(l, ct_lbfgs_float(0), turn))
		s->bracket[!*low] = s->bracket[*low];
	s->bracket[*low] = *now;
}

static ct_error zoom(struct search *s, double tolerance_change, int *low)
{
	const struct ct_lbfgs *l = s->l;
	const struct ct_lbfgs_number size = ct_lbfgs_largest(s->line->direction);
	bool is_slow = false;

	CT_TRY(CT_DONE());
	while (!s->is_done && s->iterations < s->most) {
		const struct ct_lbfgs_number width = ct_lbfgs_abs(
			ct_lbfgs_sub(l, s->bracket[1].t, s->bracket[0].t));
		struct ct_lbfgs_number t;
		struct point now;

		if (ct_lbfgs_less(l, ct_lbfgs_mul(l, width, size),
				  ct_lbfgs_float(tolerance_change)))
			break;
		t = lbfgs_search_interpolate(l, &s->bracket[0], &s->bracket[1], NULL, NULL);
		t = keep_away(s, t, &is_slow);
		CT_TRY(evaluate(s, t, &now));
		s->iterations++;
		narrow(s, &now, low);
	}
	return NULL;
}

ct_error ct_lbfgs_strong_wolfe(const struct ct_lbfgs *l, struct ct_line *line,
			       double tolerance_change, int64_t max_evaluations)
{
	struct search s = { .l = l, .line = line, .most = max_evaluations };
	int low;

	s.start = ct_given_array(l->len, sizeof(ct_tensor *));
	if (s.start == NULL)
		return ct_no_memory(NULL, "for a line search");
	CT_TRY(copy_parameters(&s));
	line->evaluations = 0;
	CT_TRY(find_bracket(&s));
	low = s.is_done || s.bracket[0].f <= s.bracket[1].f ? 0 : 1;
	CT_TRY(zoom(&s, tolerance_change, &low));
	line->t = s.bracket[low].t;
	line->f = s.bracket[low].f;
	line->g = s.bracket[low].g;
	return NULL;
}
