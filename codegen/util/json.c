#include "util/json.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/text.h"

/* True for a character that is itself in a JSON string: ASCII without controls, '"' and '\'. */
static bool is_plain(char c)
{
	return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
}

/* Adds one character that is_plain() refuses; returns its number of bytes. */
static size_t add_special(struct strbuf *out, const char *text)
{
	size_t length = text_utf8_length(text);

	if (*text == '"' || *text == '\\')
		strbuf_add_char(out, '\\');
	if (!length)
		strbuf_add(out, "\\ufffd"); /* replaces a byte that is not UTF-8 */
	else if (*text == '\n')
		strbuf_add(out, "\\n");
	else if ((unsigned char)*text < ' ')
		strbuf_printf(out, "\\u%04x", (unsigned)*text);
	else
		strbuf_add_bytes(out, text, length);
	return length ? length : 1;
}

/* Adds the text as a JSON string, with quotes. */
static void add_quoted(struct strbuf *out, const char *text)
{
	size_t length;

	strbuf_add_char(out, '"');
	while (*text) {
		for (length = 0; is_plain(text[length]); length++)
			;
		strbuf_add_bytes(out, text, length);
		text += length;
		if (*text)
			text += add_special(out, text);
	}
	strbuf_add_char(out, '"');
}

static void begin_line(struct json *json)
{
	strbuf_add_char(json->out, '\n');
	strbuf_repeat(json->out, ' ', 2 * json->depth);
	json->breaks = false;
}

/* Adds a blank inside the braces of an object, none inside the brackets of an array. */
static void pad(struct json *json)
{
	if (json->open[json->depth - 1].close == '}')
		strbuf_add_char(json->out, ' ');
}

/* Adds the separator from the previous element, and the key. */
static void begin_element(struct json *json, const char *key)
{
	if (json->depth) {
		bool has_any = json->open[json->depth - 1].has_any;

		strbuf_add(json->out, has_any ? "," : "");
		if (json->open[json->depth - 1].is_tall || json->breaks)
			begin_line(json);
		else if (has_any)
			strbuf_add_char(json->out, ' ');
		else
			pad(json);
		json->open[json->depth - 1].has_any = true;
	}
	if (key) { /* an identifier, which needs no escapes */
		strbuf_add_char(json->out, '"');
		strbuf_add(json->out, key);
		strbuf_add(json->out, "\": ");
	}
}

static void begin(struct json *json, const char *key, const char *brackets, bool is_tall)
{
	assert(json->depth < JSON_DEPTH_AT_MOST);
	begin_element(json, key);
	strbuf_add_char(json->out, brackets[0]);
	json->open[json->depth].close = brackets[1];
	json->open[json->depth].is_tall = is_tall;
	json->open[json->depth].has_any = false;
	json->depth++;
}

void json_object(struct json *json, const char *key)
{
	begin(json, key, "{}", false);
}

void json_array(struct json *json, const char *key)
{
	begin(json, key, "[]", false);
}

void json_tall_object(struct json *json, const char *key)
{
	begin(json, key, "{}", true);
}

void json_tall_array(struct json *json, const char *key)
{
	begin(json, key, "[]", true);
}

void json_end(struct json *json)
{
	bool has_any = json->open[json->depth - 1].has_any;

	if (has_any && !json->open[json->depth - 1].is_tall && !json->breaks)
		pad(json);
	json->depth--;
	if (has_any && (json->open[json->depth].is_tall || json->breaks))
		begin_line(json);
	strbuf_add_char(json->out, json->open[json->depth].close);
	if (!json->depth)
		strbuf_add_char(json->out, '\n');
}

void json_line(struct json *json)
{
	json->breaks = true;
}

void json_text(struct json *json, const char *key, const char *text)
{
	if (!text) {
		json_null(json, key);
		return;
	}
	begin_element(json, key);
	add_quoted(json->out, text);
}

void json_count(struct json *json, const char *key, size_t count)
{
	begin_element(json, key);
	strbuf_printf(json->out, "%zu", count);
}

void json_integer(struct json *json, const char *key, long long value)
{
	begin_element(json, key);
	strbuf_printf(json->out, "%lld", value);
}

/* The fewest digits that give the same number again. */
void json_number(struct json *json, const char *key, double value)
{
	char text[32];

	for (int digits = 1; digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	begin_element(json, key);
	strbuf_add(json->out, text);
	if (!strpbrk(text, ".e"))
		strbuf_add(json->out, ".0");
}

void json_bool(struct json *json, const char *key, bool value)
{
	begin_element(json, key);
	strbuf_add(json->out, value ? "true" : "false");
}

void json_null(struct json *json, const char *key)
{
	begin_element(json, key);
	strbuf_add(json->out, "null");
}

void json_names(struct json *json, const char *key, const struct names *names)
{
	json_array(json, key);
	for (size_t i = 0; i < names->len; i++)
		json_text(json, NULL, names->at[i]);
	json_end(json);
}

void json_text_if(struct json *json, const char *key, const char *text)
{
	if (text)
		json_text(json, key, text);
}
