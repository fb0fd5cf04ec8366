#include "util/strbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/arena.h"

void strbuf_grow(struct strbuf *buf, size_t more)
{
	size_t room = buf->room ? buf->room : 256;
	char *text;

	while (room <= buf->length + more)
		room *= 2;
	text = realloc(buf->text, room);
	if (!text)
		out_of_memory(room);
	buf->text = text;
	buf->room = room;
}

void strbuf_repeat(struct strbuf *buf, char c, size_t count)
{
	strbuf_make_room(buf, count);
	memset(buf->text + buf->length, c, count);
	buf->length += count;
	buf->text[buf->length] = '\0';
}

/* Usually there is enough room, and the text is formatted only once. */
static void format(struct strbuf *buf, const char *text, va_list args)
{
	va_list again;
	int length;

	strbuf_make_room(buf, 128);
	va_copy(again, args);
	length = vsnprintf(buf->text + buf->length, buf->room - buf->length, text, args);
	if ((size_t)length >= buf->room - buf->length) {
		strbuf_make_room(buf, (size_t)length);
		vsnprintf(buf->text + buf->length, (size_t)length + 1, text, again);
	}
	va_end(again);
	buf->length += (size_t)length;
}

/* Most formats have only %s, which takes a tenth of the time without vsnprintf(). */
void strbuf_vprintf(struct strbuf *buf, const char *text, va_list args)
{
	const char *directive;

	while ((directive = strchr(text, '%')) && directive[1] == 's') {
		strbuf_add_bytes(buf, text, (size_t)(directive - text));
		strbuf_add(buf, va_arg(args, const char *));
		text = directive + 2;
	}
	if (directive)
		format(buf, text, args);
	else
		strbuf_add(buf, text);
}

void strbuf_printf(struct strbuf *buf, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	strbuf_vprintf(buf, format, args);
	va_end(args);
}

const char *strbuf_str(const struct strbuf *buf)
{
	return buf->text ? buf->text : "";
}

void strbuf_clear(struct strbuf *buf)
{
	buf->length = 0;
	if (buf->text)
		buf->text[0] = '\0';
}

void strbuf_free(struct strbuf *buf)
{
	free(buf->text);
	*buf = (struct strbuf){ 0 };
}
