/*
 * The process's options for printing tensors.
 */
#include <inttypes.h>
#include <pthread.h>

#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>

#include "core/base/option.h"
#include "tensor/printing/printing.h"

/* ORDER: by ct_print_profile. */
static const ct_printoptions profiles[] = {
	{ 4, 1000, 3, 80, CT_SCI_MODE_AUTO },
	{ 2, 1000, 2, 80, CT_SCI_MODE_AUTO },
	{ 4, CT_PRINT_ALL, 3, 80, CT_SCI_MODE_AUTO },
};

/* No double has more digits after the point. */
enum { MOST_PRECISION = 1074 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ct_printoptions current = { 4, 1000, 3, 80, CT_SCI_MODE_AUTO };

static void lock_options(void)
{
	pthread_mutex_lock(&lock);
}

static void unlock_options(void)
{
	pthread_mutex_unlock(&lock);
}

/* After a fork while another thread has the lock, the child must still be able to take it. */
__attribute__((constructor)) static void prepare_for_forks(void)
{
	pthread_atfork(lock_options, unlock_options, unlock_options);
}

ct_error ct_printoptions_profile(ct_print_profile profile, ct_printoptions *result)
{
	if (profile < CT_PRINT_DEFAULT || profile > CT_PRINT_FULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 1 (profile): unknown profile %d", (int)profile);
	if (result)
		*result = profiles[profile];
	return NULL;
}

/* The first invalid field, with its smallest and its largest valid number. */
static ct_error refuse(const char *function, int position, const char *field, int64_t value,
		       int64_t least, int64_t most)
{
	char upper[40] = "";

	if (most < INT64_MAX)
		snprintf(upper, sizeof upper, " and at most %" PRId64, most);
	return ct_error_new(
		CT_ERROR_ARGUMENT, function,
		"argument %d (%s): %s is %" PRId64 ", but must be at least %" PRId64 "%s", position,
		position == 1 ? "self" : "options", field, value, least, upper);
}

static ct_error check(const ct_printoptions *options, int position, const char *function)
{
	const struct {
		const char *name;
		int64_t value, least, most;
	} fields[] = {
		{ "precision", options->precision, 0, MOST_PRECISION },
		{ "threshold", options->threshold, 0, INT64_MAX },
		{ "edgeitems", options->edgeitems, 0, INT64_MAX },
		{ "linewidth", options->linewidth, 0, INT64_MAX },
		{ "sci_mode", options->sci_mode, CT_SCI_MODE_AUTO, CT_SCI_MODE_ON },
	};

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (fields[i].value < fields[i].least || fields[i].value > fields[i].most)
			return refuse(function, position, fields[i].name, fields[i].value,
				      fields[i].least, fields[i].most);
	return NULL;
}

ct_error ct_printoptions_read(const ct_printoptions *given, int position, const char *function,
			      ct_printoptions *result)
{
	const ct_printoptions *usual = &profiles[CT_PRINT_DEFAULT];

	*result = *given;
	result->precision = ct_int_option(given->precision, usual->precision);
	result->threshold = ct_int_option(given->threshold, usual->threshold);
	result->edgeitems = ct_int_option(given->edgeitems, usual->edgeitems);
	result->linewidth = ct_int_option(given->linewidth, usual->linewidth);
	return check(result, position, function);
}

ct_error ct_printoptions_set_current(const ct_printoptions *self)
{
	ct_printoptions numbers = profiles[CT_PRINT_DEFAULT];

	if (self)
		CT_TRY(ct_printoptions_read(self, 1, __func__, &numbers));
	lock_options();
	current = numbers;
	unlock_options();
	return NULL;
}

ct_printoptions ct_current_printoptions(void)
{
	ct_printoptions options;

	lock_options();
	options = current;
	unlock_options();
	return options;
}

static int64_t as_option(int64_t number)
{
	return number == 0 ? CT_ZERO : number;
}

ct_printoptions ct_printoptions_current(void)
{
	const ct_printoptions numbers = ct_current_printoptions();

	return (ct_printoptions){ as_option(numbers.precision), as_option(numbers.threshold),
				  as_option(numbers.edgeitems), as_option(numbers.linewidth),
				  numbers.sci_mode };
}
