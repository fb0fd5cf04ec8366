/*
 * The process's options for printing tensors.
 */
#include <inttypes.h>
#include <pthread.h>

#include <ctorch/error.h>

#include "printing/printing.h"

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

ct_printoptions ct_printoptions_defaults(void)
{
	return profiles[CT_PRINT_DEFAULT];
}

ct_error ct_printoptions_profile(ct_print_profile profile, ct_printoptions *result)
{
	if (profile < CT_PRINT_DEFAULT || profile > CT_PRINT_FULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 1 (profile): there is no profile %d", (int)profile);
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
	return ct_error_new(CT_ERROR_ARGUMENT, function,
			    "argument %d (options): %s is %" PRId64 ", it must be at least %" PRId64
			    "%s",
			    position, field, value, least, upper);
}

ct_error ct_check_printoptions(const ct_printoptions *options, int position, const char *function)
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

ct_error ct_set_printoptions(const ct_printoptions *options)
{
	if (options == NULL)
		options = &profiles[CT_PRINT_DEFAULT];
	CT_TRY(ct_check_printoptions(options, 1, __func__));
	lock_options();
	current = *options;
	unlock_options();
	return NULL;
}

ct_printoptions ct_get_printoptions(void)
{
	ct_printoptions options;

	lock_options();
	options = current;
	unlock_options();
	return options;
}
