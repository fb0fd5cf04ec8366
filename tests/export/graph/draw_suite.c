/*
 * What is drawn.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/text/dot.h"
#include "program.h"
#include "suites.h"

/* The drawing of a program; free() it. */
static char *drawing_of(const char *json)
{
	struct ct_program *program = program_of(json);
	char *text = NULL;
	size_t n = 0;
	FILE *stream = open_memstream(&text, &n);

	ck_assert_ptr_nonnull(stream);
	ck_assert_ptr_null(ct_program_draw(program, stream, "test"));
	fclose(stream);
	ct_program_free(program);
	return text;
}

START_TEST(nodes_have_types_and_weights_are_beside_them)
{
	char *json = fixture_of("mlp", ".json"), *text = drawing_of(json);
	static const char *const lines[] = {
		"\tg0v4 [label=\"input\\nf32[s31, 16]\", fillcolor=\"#b5d8f0\"];\n",
		"\tg0n0 [label=\"linear\\nf32[s31, 32]\"];\n",
		"label=\"0.weight f32[32, 16]\\l0.bias f32[32]\\l\"];\n",
		"\tg0v4 -> g0n0;\n",
		"\tg0n0 -> g0n1;\n",
		"\tg0o0 [label=\"output\\nf32[s31, 10]\", fillcolor=\"#c8e6b0\"];\n",
		"\tg0n2 -> g0o0;\n",
	};

	ck_assert(strncmp(text, "digraph program {\n", 18) == 0);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		ck_assert_msg(strstr(text, lines[i]) != NULL, "missing: %s", lines[i]);
	free(text);
	free(json);
}
END_TEST

START_TEST(inner_graphs_are_in_frames)
{
	char *json = fixture_of("cond_while", ".json"), *text = drawing_of(json);

	ck_assert(strstr(text, "\tsubgraph cluster_g1 {\n") != NULL);
	ck_assert(strstr(text, "label=\"true_graph_0\";\n") != NULL);
	ck_assert(strstr(text, "\tsubgraph cluster_g4 {\n") != NULL);
	ck_assert(strstr(text, "cluster_g5") == NULL);
	free(text);
	free(json);
}
END_TEST

START_TEST(names_cannot_end_their_quotes)
{
	static const struct parts parts = {
		.nodes = "[{`target`: `a\\`];b\\\\`, `inputs`: [], `outputs`: [{`as_tensor`: "
			 "{`name`: "
			 "`y`}}], `metadata`: {}}]",
	};
	char *json = json_of(&parts), *text = drawing_of(json);

	ck_assert(strstr(text, "[label=\"a\\\"];b\\\\\\nf32[2]\"];\n") != NULL);
	free(text);
	free(json);
}
END_TEST

Suite *draw_suite(void)
{
	Suite *suite = suite_create("draw");
	TCase *tests = tcase_create("draw");

	tcase_add_test(tests, nodes_have_types_and_weights_are_beside_them);
	tcase_add_test(tests, inner_graphs_are_in_frames);
	tcase_add_test(tests, names_cannot_end_their_quotes);
	suite_add_tcase(suite, tests);
	return suite;
}
