/*
 * If memory runs out at any moment, there is one message and status 2, and every file is whole.
 * Each attempt runs in its own process, since the generator exits immediately.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "allocator.h"
#include "commands/commands.h"
#include "support.h"

enum { FIRST = 30, ALL = 80 }; /* attempts: one at each early allocation, the rest spread out */

static struct options options;

static void set_options(const char *out)
{
	static char name[] = "max", *names[] = { name };

	options = (struct options){
		.yaml = PROJECT "/tests/fixtures/codegen/golden/small.yaml",
		.templates = PROJECT "/templates",
		.headers = PROJECT "/tests/fixtures/codegen/golden/include",
		.results = PROJECT "/tests/fixtures/codegen/golden/results.tsv",
		.libtorch = path_in_folder("libtorch"),
		.format = "json",
		.out = out,
		.depfile = arena_printf(&arena, "%s.d", out),
		.quiet = true,
		.args = names,
		.arg_count = 1,
	};
	write_file("libtorch/f_ops.h", "schema_str = \"f() -> ()\";\n");
}

static int import(struct run *run)
{
	static char source[] = PROJECT "/tests/fixtures/codegen/golden/small.yaml",
		    *sources[] = { source };

	run->options->args = sources;
	return command_import(run);
}

static int audit_program(struct run *run)
{
	static const char *files[] = { PROJECT "/tests/fixtures/codegen/program/program.c" };

	run->options->programs.at = files;
	run->options->programs.len = 1;
	run->options->against = PROJECT "/tests/fixtures/codegen/diff/new.yaml";
	run->options->libtorch = NULL;
	return command_program(run);
}

static const struct {
	const char *name;
	int (*command)(struct run *run);
	int status; /* with enough memory */
} commands[] = {
	{ "generate", command_generate, EXIT_FINE }, { "import", import, EXIT_FINE },
	{ "audit", command_audit, EXIT_FINDINGS },   { "show", command_show, EXIT_FINE },
	{ "list", command_list, EXIT_FINE },         { "program", audit_program, EXIT_FINDINGS },
};

/* Exit handlers get memory again. */
static void fail_no_more(void)
{
	fail_behind(-1);
}

/* Runs the command in a process with `n` allocations. Returns its status, or -1 after a signal. */
static int attempt(int (*command)(struct run *run), long n)
{
	int status;
	pid_t child;

	fflush(NULL);
	child = fork();
	if (!child) {
		struct arena own = { 0 };
		struct diag told = { 0 };
		struct run run = { &own, &told, &options };

		if (!freopen("/dev/null", "w", stdout))
			exit(100);
		atexit(fail_no_more);
		fail_behind(n);
		status = command(&run);
		fail_no_more();
		arena_free(&own);
		exit(status);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static long allocations_of(size_t command)
{
	struct arena own = { 0 };
	struct run run = { &own, &diag, &options };
	FILE *real = stdout;
	long all;
	int status;

	stdout = fopen("/dev/null", "w");
	ck_assert_ptr_nonnull(stdout);
	listen_begin();
	fail_behind(-1);
	status = commands[command].command(&run);
	all = allocations();
	listen_end();
	fclose(stdout);
	stdout = real;
	ck_assert_int_eq(status, commands[command].status);
	arena_free(&own);
	return all;
}

static bool is_told(const char *said)
{
	static const char begin[] = "ctorch-gen: error: out of memory";

	return !strncmp(said, begin, strlen(begin)) &&
	       strchr(said, '\n') == said + strlen(said) - 1;
}

/* The file must equal that of the run without failures. */
static void check_file(const char *name, const char *whole_folder)
{
	const char *whole, *behind = strchr(name, '/');

	if (strncmp(name, "out", 3) || !behind || strstr(name, ".tmp"))
		return;
	whole = arena_printf(&arena, "%s/%s", whole_folder, behind + 1);
	if (strcmp(read_text(path_in_folder(name)), read_text(path_in_folder(whole))))
		ck_abort_msg("%s is neither new nor missing", name);
}

static void check_files(const char *whole_folder)
{
	const char *names = list_folder(), *end;

	for (; (end = strchr(names, '\n')); names = end + 1)
		check_file(arena_strndup(&arena, names, (size_t)(end - names)), whole_folder);
}

START_TEST(every_command_ends_with_a_message_when_there_is_no_memory)
{
	long all;

	set_options(path_in_folder("whole"));
	all = allocations_of((size_t)_i);
	ck_assert_int_gt(all, FIRST);
	for (long i = 0; i < ALL; i++) {
		long n = i < FIRST ? i : FIRST + (all - FIRST) * (i - FIRST) / (ALL - FIRST);
		const char *said;
		int status;

		set_options(path_in_folder(arena_printf(&arena, "out%ld", i)));
		listen_begin();
		status = attempt(commands[_i].command, n);
		said = listen_end();
		if (status != EXIT_BAD || !is_told(said))
			ck_abort_msg(
				"%s with memory for %ld of %ld allocations\n"
				"  expected: status 2, \"ctorch-gen: error: out of memory...\"\n"
				"  got:      status %d, \"%s\"",
				commands[_i].name, n, all, status, said);
	}
	check_files("whole");
	listen_begin();
	ck_assert_int_eq(attempt(commands[_i].command, 2 * all), commands[_i].status);
	listen_end();
}
END_TEST

static int ask_for_all(struct run *run)
{
	arena_alloc(run->arena, (size_t)-1);
	return EXIT_FINE;
}

START_TEST(more_than_there_can_be_is_not_asked_for)
{
	listen_begin();
	ck_assert_int_eq(attempt(ask_for_all, -1), EXIT_BAD);
	assert_text(listen_end(),
		    arena_printf(&arena, "ctorch-gen: error: out of memory (%zu bytes requested)\n",
				 (size_t)-1));
}
END_TEST

Suite *no_memory_suite(void)
{
	Suite *suite = suite_create("no memory");
	TCase *tests = add_case(suite, "no memory");

	tcase_add_loop_test(tests, every_command_ends_with_a_message_when_there_is_no_memory, 0,
			    sizeof commands / sizeof *commands);
	tcase_add_test(tests, more_than_there_can_be_is_not_asked_for);
	return suite;
}

int main(void)
{
	return run_suite(no_memory_suite());
}
