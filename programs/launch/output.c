/*
 * What the ranks write, line by line, with their number before it.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "launch/launch.h"

static void write_all(int to, const char *text, size_t n)
{
	while (n) {
		const ssize_t written = write(to, text, n);

		if (written < 0 && errno != EINTR)
			return; /* nobody reads it */
		if (written > 0) {
			text += written;
			n -= (size_t)written;
		}
	}
}

static void show_line(const struct launch_rank *of, const struct launch_stream *stream,
		      const char *line, size_t n, bool prefix)
{
	char shown[32];

	if (prefix)
		write_all(stream->to, shown,
			  (size_t)snprintf(shown, sizeof shown, "[%d] ", of->rank));
	write_all(stream->to, line, n);
}

/* The end of stderr, for the report of a failure. */
static void remember(struct launch_rank *self, const char *text, size_t n)
{
	size_t kept = self->last_length;

	if (n > LAUNCH_LAST) {
		text += n - LAUNCH_LAST;
		n = LAUNCH_LAST;
	}
	if (kept > LAUNCH_LAST - n)
		kept = LAUNCH_LAST - n;
	memmove(self->last, self->last + self->last_length - kept, kept);
	memcpy(self->last + kept, text, n);
	self->last_length = kept + n;
}

/* Shows whole lines; the rest waits for more. */
static void show_lines(struct launch_rank *self, struct launch_stream *stream, bool prefix)
{
	size_t begin = 0;
	const char *end;

	while ((end = memchr(stream->line + begin, '\n', stream->length - begin)) != NULL) {
		const size_t n = (size_t)(end - stream->line) + 1 - begin;

		show_line(self, stream, stream->line + begin, n, prefix);
		begin += n;
	}
	stream->length -= begin;
	memmove(stream->line, stream->line + begin, stream->length);
}

static bool make_room(struct launch_stream *stream)
{
	const size_t room = stream->room ? 2 * stream->room : 4096;
	char *grown;

	if (stream->length < stream->room)
		return true;
	grown = realloc(stream->line, room);
	if (grown == NULL)
		return false;
	stream->line = grown;
	stream->room = room;
	return true;
}

static void read_stream(struct launch_rank *self, struct launch_stream *stream, bool prefix)
{
	ssize_t n;

	if (!make_room(stream)) {
		stream->length = 0; /* a line of gigabytes is lost */
		return;
	}
	n = read(stream->from, stream->line + stream->length, stream->room - stream->length);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) {
		close(stream->from);
		stream->from = -1;
		return;
	}
	if (stream == &self->streams[1])
		remember(self, stream->line + stream->length, (size_t)n);
	stream->length += (size_t)n;
	show_lines(self, stream, prefix);
}

void launch_show(struct launch_rank *ranks, int count, bool prefix, int wait_ms)
{
	struct pollfd *polled = calloc((size_t)count * 2, sizeof *polled);

	if (polled == NULL)
		return;
	for (int i = 0; i < 2 * count; i++)
		polled[i] = (struct pollfd){ ranks[i / 2].streams[i % 2].from, POLLIN, 0 };
	if (poll(polled, (nfds_t)count * 2, wait_ms) > 0)
		for (int i = 0; i < 2 * count; i++)
			if (polled[i].revents)
				read_stream(&ranks[i / 2], &ranks[i / 2].streams[i % 2], prefix);
	free(polled);
}

void launch_close(struct launch_rank *self, bool prefix)
{
	for (int i = 0; i < 2; i++) {
		struct launch_stream *stream = &self->streams[i];

		if (stream->length) {
			show_line(self, stream, stream->line, stream->length, prefix);
			write_all(stream->to, "\n", 1);
		}
		if (stream->from >= 0)
			close(stream->from);
		free(stream->line);
		*stream = (struct launch_stream){ .from = -1 };
	}
}
