/*
 * exported_proof [--verbose] [--close] FOLDER_OR_FILE...: runs exported programs, and compares every
 * result with the reference that make.py has written beside each, bit for bit.
 *
 * Prints a line for each file: its name, form and number of nodes; the verdicts of the sections
 * cases, runs, grads and bad, which are equal, differs, error, refused if the program has functions
 * of Python that decomposing removes, or - if the reference has no such section; the largest
 * difference. With --verbose also the first difference or the error of each section. With --close,
 * numbers that differ by at most 0.001 are equal. The exit status is 0 only if every file is equal
 * or refused.
 */
#define _POSIX_C_SOURCE 200809L

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <ctorch/ctorch.h>

#include "operators.h"
#include "sections.h"

struct options {
	bool verbose, close;
};

struct totals {
	int64_t files, equal, refused;
	int64_t counts[SECTIONS][VERDICTS];
};

static const char *const section_names[SECTIONS] = { "cases", "runs", "grads", "bad" };
static const char *const verdict_names[] = { "-", "equal", "refused", "differs", "error" };

/* --- a file ----------------------------------------------------------------------------------- */

static bool has(const struct section sections[SECTIONS], verdict wanted)
{
	for (int i = 0; i < SECTIONS; i++)
		if (sections[i].verdict == wanted)
			return true;
	return false;
}

static bool are_equal(const struct section sections[SECTIONS])
{
	return !has(sections, REFUSED) && !has(sections, DIFFERS) && !has(sections, FAILED);
}

/* Of all sections; NAN if something else than numbers differs. */
static double largest_of(const struct section sections[SECTIONS])
{
	double largest = 0;

	for (int i = 0; i < SECTIONS; i++)
		if (!isnan(largest) && !(sections[i].difference.largest <= largest))
			largest = sections[i].difference.largest;
	return largest;
}

/* For a processor whose kernels add in another order. */
static void accept_close(struct section sections[SECTIONS])
{
	for (int i = 0; i < SECTIONS; i++)
		if (sections[i].verdict == DIFFERS && sections[i].difference.largest <= 1e-3)
			sections[i].verdict = EQUAL;
}

static void print_causes(const struct section sections[SECTIONS])
{
	for (int i = 0; i < SECTIONS; i++)
		if (sections[i].verdict >= REFUSED)
			printf("\t%s: %s\n", section_names[i], sections[i].difference.text);
}

static ct_error print_file(const ct_value *reference, const struct section sections[SECTIONS])
{
	const char *name, *form;
	int64_t nodes;

	CT_TRY(ct_value_at_string(reference, "/name", &name));
	CT_TRY(ct_value_at_string(reference, "/form", &form));
	CT_TRY(ct_value_at_int(reference, "/nodes", &nodes));
	printf("%-32s %-10s %6lld", name, form, (long long)nodes);
	for (int i = 0; i < SECTIONS; i++)
		printf(" %-7s", verdict_names[sections[i].verdict]);
	if (has(sections, DIFFERS) || has(sections, FAILED))
		printf(" %g", largest_of(sections));
	putchar('\n');
	return NULL;
}

/* "FOLDER/NAME.FORM.pt2" becomes "FOLDER/NAME.FORM.ref.pt". */
static ct_error load_reference(const char *path, ct_value *result)
{
	char reference[4096];
	const int stem = (int)(strlen(path) - strlen(".pt2"));

	if (snprintf(reference, sizeof reference, "%.*s.ref.pt", stem, path) >=
	    (int)sizeof reference)
		return ct_error_new(CT_ERROR_VALUE, __func__, "the path is too long");
	return ct_load(reference, NULL, result);
}

static ct_error check_file(const char *path, const struct options *options, struct totals *totals)
{
	CT_SCOPE;
	struct section sections[SECTIONS];
	ct_value reference;

	CT_TRY(load_reference(path, &reference));
	CT_TRY(ct_value_move_to_scope(&reference));
	check_sections(path, &reference, sections);
	if (options->close)
		accept_close(sections);
	CT_TRY(print_file(&reference, sections));
	if (options->verbose)
		print_causes(sections);
	fflush(stdout);
	totals->equal += are_equal(sections);
	totals->refused += has(sections, REFUSED);
	for (int i = 0; i < SECTIONS; i++)
		totals->counts[i][sections[i].verdict]++;
	return NULL;
}

/* --- all files -------------------------------------------------------------------------------- */

static void check_path(const char *path, const struct options *options, struct totals *totals)
{
	ct_error error = check_file(path, options, totals);

	totals->files++;
	if (!error)
		return;
	printf("%s: %s\n", path, error);
	ct_error_free(error);
}

static bool is_folder(const char *path)
{
	struct stat status;

	return !stat(path, &status) && S_ISDIR(status.st_mode);
}

static void check_folder(const char *path, const struct options *options, struct totals *totals)
{
	char pattern[4096];
	glob_t found;

	snprintf(pattern, sizeof pattern, "%s/*.pt2", path);
	if (glob(pattern, 0, NULL, &found)) {
		printf("%s has no .pt2 files\n", path);
		totals->files++;
		return;
	}
	for (size_t i = 0; i < found.gl_pathc; i++)
		check_path(found.gl_pathv[i], options, totals);
	globfree(&found);
}

static void print_totals(const struct totals *totals)
{
	printf("%lld of %lld files are equal, %lld refused;", (long long)totals->equal,
	       (long long)totals->files, (long long)totals->refused);
	for (int i = 0; i < SECTIONS; i++)
		printf(" %s: %lld of %lld%s", section_names[i], (long long)totals->counts[i][EQUAL],
		       (long long)(totals->files - totals->counts[i][ABSENT]),
		       i + 1 < SECTIONS ? "," : "\n");
}

static bool read_option(const char *word, struct options *options)
{
	options->verbose |= !strcmp(word, "--verbose");
	options->close |= !strcmp(word, "--close");
	return word[0] == '-';
}

int main(int argc, char **argv)
{
	struct options options = { 0 };
	struct totals totals = { 0 };
	ct_library *library;
	int i = 1;

	while (i < argc && read_option(argv[i], &options))
		i++;
	if (i == argc) {
		fprintf(stderr, "usage: exported_proof [--verbose] [--close] FOLDER_OR_FILE...\n");
		return 2;
	}
	CT_CHECK(ct_set_num_threads(1));
	CT_CHECK(register_operators(&library));
	for (; i < argc; i++)
		(is_folder(argv[i]) ? check_folder : check_path)(argv[i], &options, &totals);
	print_totals(&totals);
	ct_library_free(library);
	return totals.files && totals.equal + totals.refused == totals.files ? 0 : 1;
}
