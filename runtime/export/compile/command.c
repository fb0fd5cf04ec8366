/*
 * Running commands.
 */
#define _GNU_SOURCE /* pipe2() */

#include "export/compile/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"

extern char **environ;

enum { OUTPUT_AT_MOST = 1 << 20, LINE_AT_MOST = 400 };

/* --- Words ------------------------------------------------------------------------------------ */

/* Takes the word; NULL: there was no memory for it. */
static void take_word(struct ct_words *words, char *word)
{
	char **at = word ? realloc(words->at, (words->len + 2) * sizeof *at) : NULL;

	if (at == NULL) {
		free(word);
		words->failed = true;
		return;
	}
	at[words->len++] = word;
	at[words->len] = NULL;
	words->at = at;
}

void ct_words_add(struct ct_words *words, const char *word)
{
	take_word(words, strdup(word));
}

void ct_words_add_joined(struct ct_words *words, const char *a, const char *b)
{
	char *word = malloc(strlen(a) + strlen(b) + 1);

	if (word)
		strcat(strcpy(word, a), b);
	take_word(words, word);
}

void ct_words_add_all(struct ct_words *words, const char *text)
{
	static const char spaces[] = " \t\n";
	size_t length;

	for (text += strspn(text, spaces); *text; text += length + strspn(text + length, spaces)) {
		length = strcspn(text, spaces);
		take_word(words, strndup(text, length));
	}
}

void ct_words_free(struct ct_words *words)
{
	for (size_t i = 0; i < words->len; i++)
		free(words->at[i]);
	free(words->at);
	*words = (struct ct_words){ 0 };
}

/* --- Output ----------------------------------------------------------------------------------- */

/* Reads until the command has closed the pipe; what is beyond the limit is dropped, since a command
 * must not wait. */
static void read_output(int from, struct ct_text *output)
{
	char bytes[4096];
	ssize_t n;

	while ((n = read(from, bytes, sizeof bytes)) > 0 || (n < 0 && errno == EINTR))
		if (n > 0 && output->length < OUTPUT_AT_MOST)
			ct_text_add_bytes(output, bytes, (size_t)n);
}

/* The first line with an error, or else the first line. */
static const char *find_line(const char *output, size_t *length)
{
	const char *error = strstr(output, "error: "), *line = output + strspn(output, "\n");

	while (error && error > output && error[-1] != '\n')
		error--;
	line = error ? error : line;
	*length = strcspn(line, "\n");
	return line;
}

static ct_error command_failed(const char *function, const struct ct_words *command,
			       const struct ct_text *output)
{
	size_t length;
	const char *line = find_line(output->data ? output->data : "", &length);

	if (length == 0)
		return ct_error_new(CT_ERROR_RUNTIME, function, "%s failed without a message",
				    command->at[0]);
	return ct_error_new(CT_ERROR_RUNTIME, function, "%s failed: %.*s", command->at[0],
			    (int)(length < LINE_AT_MOST ? length : LINE_AT_MOST), line);
}

/* --- Running ---------------------------------------------------------------------------------- */

/* This process's variables, and English messages: for free(). NULL: no memory. */
static char **environment_of_commands(void)
{
	static char english[] = "LC_ALL=C";
	const size_t name = strlen("LC_ALL=");
	size_t len = 0, taken = 0;
	char **result;

	while (environ && environ[len])
		len++;
	result = malloc((len + 2) * sizeof *result);
	for (size_t i = 0; result && i < len; i++)
		if (strncmp(environ[i], english, name))
			result[taken++] = environ[i];
	if (result) {
		result[taken++] = english;
		result[taken] = NULL;
	}
	return result;
}

/* 0, or an errno. */
static int start(const struct ct_words *command, const int ends[2], pid_t *pid)
{
	char **variables = environment_of_commands();
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none;
	int status;

	sigemptyset(&none);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
	status = variables ? posix_spawnp(pid, command->at[0], &actions, &attributes, command->at,
					  variables)
			   : ENOMEM;
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	free(variables);
	return status;
}

/* In a program that ignores its children, nobody knows how one has ended; the caller sees what it
 * has made. */
static bool has_ended_well(pid_t pid)
{
	int status;
	pid_t got;

	do
		got = waitpid(pid, &status, 0);
	while (got < 0 && errno == EINTR);
	return got < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

ct_error ct_command_run(const char *function, const struct ct_words *command,
			struct ct_text *output)
{
	int ends[2], status;
	bool fine = false;
	pid_t pid;

	if (command->failed || command->len == 0)
		return ct_no_memory(function, "for a command");
	if (pipe2(ends, O_CLOEXEC))
		return ct_error_new(CT_ERROR_RUNTIME, function, "cannot run %s: %s", command->at[0],
				    strerror(errno));
	status = start(command, ends, &pid);
	close(ends[1]);
	if (status == 0) {
		read_output(ends[0], output);
		fine = has_ended_well(pid);
	}
	close(ends[0]);
	if (status)
		return ct_error_new(CT_ERROR_RUNTIME, function, "cannot run %s: %s", command->at[0],
				    strerror(status));
	if (output->failed)
		return ct_no_memory(function, "for what %s prints", command->at[0]);
	return fine ? NULL : command_failed(function, command, output);
}
