/* strbuf.h: text that grows. Always NUL-terminated once something has been added. */
#ifndef CTORCH_GEN_UTIL_STRBUF_H
#define CTORCH_GEN_UTIL_STRBUF_H

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

struct strbuf {
	char *text; /* NULL until something is added; see strbuf_str */
	size_t length;
	size_t room;
};

void strbuf_grow(struct strbuf *buf, size_t more);

/* Inline, as those below are called millions of times, mostly with literals, whose lengths the
 * compiler knows. Makes room for `more` bytes and the NUL. */
static inline void strbuf_make_room(struct strbuf *buf, size_t more)
{
	if (buf->length + more >= buf->room)
		strbuf_grow(buf, more);
}

static inline void strbuf_add_bytes(struct strbuf *buf, const char *bytes, size_t count)
{
	strbuf_make_room(buf, count);
	memcpy(buf->text + buf->length, bytes, count);
	buf->length += count;
	buf->text[buf->length] = '\0';
}

static inline void strbuf_add(struct strbuf *buf, const char *text)
{
	strbuf_add_bytes(buf, text, strlen(text));
}

static inline void strbuf_add_char(struct strbuf *buf, char c)
{
	strbuf_add_bytes(buf, &c, 1);
}

void strbuf_repeat(struct strbuf *buf, char c, size_t count);
void strbuf_printf(struct strbuf *buf, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

void strbuf_vprintf(struct strbuf *buf, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));

/* The text, or "" if nothing was added. Valid until the next change. */
const char *strbuf_str(const struct strbuf *buf);

/* Clears the text, keeps the memory. */
void strbuf_clear(struct strbuf *buf);
void strbuf_free(struct strbuf *buf);

#endif
