/*
 * ctorch-compile: reads a program of torch.export, writes it as C.
 *
 *     archive --read--> graph --passes--> nodes and kernels --emit--> files
 *
 * It links neither libtorch nor libctorch. Includes point down this list only:
 *
 *     main.c, options.c  the command line
 *     emit/              fills in the templates and writes the files
 *     call/              the statement of each node that is a call
 *     level1/            nodes that become loops
 *     passes/            names, operators, symbols, lives
 *     read/              the archive, the operator list, the weights
 *     expression.c       expressions over sizes as C; sizes.c: the sizes of values
 *     model.c            what all of them work on
 */
#include <stdio.h>
#include <string.h>

#include "compile/emit/emit.h"
#include "compile/level1/level1.h"
#include "compile/options.h"
#include "compile/passes/passes.h"
#include "compile/read/read.h"
#include "tools/release/root.h"

enum { EXIT_FINE = 0, EXIT_BAD = 2 };

/* --- The name --------------------------------------------------------------------------------- */

/* "mlp_core" for "models/mlp.core.pt2". */
static const char *name_of(struct arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');
	char *name = arena_strdup(arena, slash ? slash + 1 : path);
	size_t length = strlen(name);

	if (length > 4 && !strcmp(name + length - 4, ".pt2"))
		name[length - 4] = '\0';
	return name;
}

/* --- The passes ------------------------------------------------------------------------------- */

static bool is_level(const struct program *program, const char *level)
{
	return !strcmp(program->options->level, level);
}

static bool apply_level1(struct program *program)
{
	return is_level(program, "0") || level1_apply(program);
}

static const struct pass {
	const char *name;
	bool (*run)(struct program *);
} passes[] = {
	{ "functions", make_functions }, { "bind", bind_nodes },      { "weights", read_weights },
	{ "interface", make_interface }, { "symbols", find_symbols }, { "level 1", apply_level1 },
	{ "lives", find_lives },
};

static bool run_passes(struct program *program)
{
	for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
		const char *print_after = program->options->print_after;

		if (!passes[i].run(program))
			return false;
		if (print_after && !strcmp(print_after, passes[i].name))
			print_program(program);
	}
	return true;
}

static void print_summary(const struct program *program)
{
	const struct function *function = program->main;
	size_t loops = 0, calls = 0;

	for (int64_t i = 0; i < function->graph->nodes_len; i++) {
		const struct node *node = &function->nodes[i];

		loops += node->kernel && node->kernel->at == node && !node->kernel->is_view;
		calls += !node->kernel;
	}
	printf("%s: ", program->options->out);
	if (loops)
		printf("%zu loop%s, ", loops, loops == 1 ? "" : "s");
	printf("%zu call%s", calls, calls == 1 ? "" : "s");
	if (!program->options->shared)
		printf("; make -C %s check", program->options->out);
	printf("\n");
}

static bool compile(struct program *program)
{
	if (!read_operators(program) || !read_archive(program) || !run_passes(program) ||
	    !emit_all_files(program))
		return false;
	if (program->options->explain)
		return emit_explained(program);
	if (!program->options->quiet)
		print_summary(program);
	return true;
}

static bool fill_in_options(struct program *program, struct options *options)
{
	struct taken *none = NULL;

	if (!options->root)
		options->root = root_find(program->arena, true);
	if (!root_is(program->arena, options->root)) {
		diag_error(program->diag, (struct loc){ 0 },
			   "name a checkout or an installed share/ctorch: --root DIR",
			   "no operator list and templates in %s", options->root);
		return false;
	}
	if (!options->name)
		options->name = name_of(program->arena, options->archive);
	program->name = identifier_in(program->arena, &none, options->name);
	if (!options->out)
		options->out = program->name;
	return true;
}

/* --- main ------------------------------------------------------------------------------------- */

static int run(struct options *options)
{
	struct arena arena = { 0 };
	struct diag diag;
	struct program program = { .arena = &arena, .diag = &diag, .options = options };
	struct ct_arena trees = { .left = SIZE_MAX / 2 };
	bool fine;

	diag_init(&diag);
	diag.program = "ctorch-compile";
	program.trees = &trees;
	fine = fill_in_options(&program, options) && compile(&program);
	if (!diag_finish(&diag, fine ? "" : "; nothing was written"))
		fine = false;
	ct_arena_free(&trees);
	arena_free(&arena);
	if (fflush(stdout) || ferror(stdout)) {
		perror("ctorch-compile: cannot write to stdout");
		fine = false;
	}
	return fine ? EXIT_FINE : EXIT_BAD;
}

int main(int argc, char **argv)
{
	struct arena arena = { 0 };
	struct options options;
	int status = EXIT_FINE;

	argv[0] = (char *)"ctorch-compile"; /* getopt begins its messages with it */
	switch (options_read(&arena, argc, argv, &options)) {
	case OPTIONS_HELP:
		options_print_help();
		break;
	case OPTIONS_VERSION:
		puts("ctorch-compile " CTORCH_COMPILE_VERSION);
		break;
	case OPTIONS_WRONG:
		fputs("Try: ctorch-compile --help\n", stderr);
		status = EXIT_BAD;
		break;
	case OPTIONS_READ:
		status = run(&options);
		break;
	}
	arena_free(&arena);
	return status;
}
