#include "util/strbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/arena.h"

static void grow(struct strbuf *buf, size_t more)
{
	size_t room = buf->room ? buf->room : 64;
	char *text;

	while (room <= buf->length + more)
		room *= 2;
	text = realloc(buf->text, room);
	if (!text)
		out_of_memory(room);
	buf->text = text;
	buf->room = room;
}

static inline void make_room(struct strbuf *buf, size_t more)
{
	if (buf->length + more >= buf->room)
		grow(buf, more);
}

void strbuf_add_bytes(struct strbuf *buf, const char *bytes, size_t count)
{
	make_room(buf, count);
	memcpy(buf->text + buf->length, bytes, count);
	buf->length += count;
	buf->text[buf->length] = '\0';
}

void strbuf_add_char(struct strbuf *buf, char c)
{
	make_room(buf, 1);
	buf->text[buf->length++] = c;
	buf->text[buf->length] = '\0';
}

void strbuf_repeat(struct strbuf *buf, char c, size_t count)
{
	while (count--)
		strbuf_add_char(buf, c);
}

/* Usually there is enough room, and the text is formatted only once. */
void strbuf_vprintf(struct strbuf *buf, const char *format, va_list args)
{
	va_list again;
	int length;

	make_room(buf, 128);
	va_copy(again, args);
	length = vsnprintf(buf->text + buf->length, buf->room - buf->length, format, args);
	if ((size_t)length >= buf->room - buf->length) {
		make_room(buf, (size_t)length);
		vsnprintf(buf->text + buf->length, (size_t)length + 1, format, again);
	}
	va_end(again);
	buf->length += (size_t)length;
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
