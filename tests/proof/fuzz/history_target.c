/*
 * The history of operators: an accepted text, printed, is accepted again and prints the same; the
 * answer to every query is one of its releases.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "facts/history.h"

static void check_questions(const struct history *history)
{
	int releases = (int)history->releases.len;

	for (size_t i = 0; i < history->ops.len; i++) {
		const struct past_op *op = history->ops.at[i];

		FUZZ_CHECK(history_find(history, op->name) == op, "%s", op->name);
		FUZZ_CHECK(history_next(history, op, NO_RELEASE) >= 0, "%s", op->name);
		for (int at = NO_RELEASE; at < releases; at++) {
			int last = history_last(op, at), since = history_since(op, last);

			FUZZ_CHECK(last <= at && since <= last, "%d %d", since, last);
			FUZZ_CHECK((last < 0) == (since < 0), "%d %d", since, last);
			FUZZ_CHECK(last < 0 || (op->in[last] && op->in[since]), "%d %d", since,
				   last);
		}
	}
	FUZZ_CHECK(history_gone(history) <= history->ops.len, "%zu", history_gone(history));
	for (int i = 0; i < releases; i++)
		FUZZ_CHECK(history_at(history, history->releases.at[i]) == i, "%d", i);
}

static void check(const char *text, struct strbuf *printed)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	struct history history;
	bool fine = history_read(&arena, &diag, fuzz_file("history.tsv", text, strlen(text)),
				 &history);

	FUZZ_CHECK(fine == (diag.errors == 0), "%zu errors", diag.errors);
	if (fine) {
		check_questions(&history);
		history_print(&history, printed);
	}
	arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct strbuf printed = { 0 }, again = { 0 };

	if (!text)
		return 0;
	check(text, &printed);
	if (printed.length) {
		check(strbuf_str(&printed), &again);
		FUZZ_CHECK(!strcmp(strbuf_str(&printed), strbuf_str(&again)), "%s",
			   strbuf_str(&again));
	}
	strbuf_free(&printed);
	strbuf_free(&again);
	free(text);
	return 0;
}
