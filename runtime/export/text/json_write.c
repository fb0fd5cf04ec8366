/*
 * Writing JSON as Python's json.dumps() does.
 */
#include <math.h>
#include <string.h>

#include "core/base/utf8.h"
#include "export/text/json_write.h"

/* --- Brackets and commas ---------------------------------------------------------------------- */

/* Before each key, and before each value that does not follow its key. */
static void put_comma(struct ct_json_writer *writer)
{
	if (writer->needs_comma)
		ct_text_add(writer->text, ", ");
	writer->needs_comma = true;
}

void ct_json_open(struct ct_json_writer *writer, char bracket)
{
	put_comma(writer);
	ct_text_add_bytes(writer->text, &bracket, 1);
	writer->needs_comma = false;
}

void ct_json_close(struct ct_json_writer *writer, char bracket)
{
	ct_text_add_bytes(writer->text, &bracket, 1);
	writer->needs_comma = true;
}

void ct_json_key(struct ct_json_writer *writer, const char *key)
{
	ct_json_put_string(writer, key);
	ct_text_add(writer->text, ": ");
	writer->needs_comma = false;
}

/* --- Strings ---------------------------------------------------------------------------------- */

/* The number of bytes at the beginning that stay as they are. */
static size_t plain_bytes(const char *at)
{
	size_t n = 0;

	while (at[n] >= ' ' && at[n] <= '~' && at[n] != '"' && at[n] != '\\')
		n++;
	return n;
}

static void put_escape(struct ct_text *text, uint32_t character)
{
	static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
	const char *at = character < 0x80 ? strchr(escaped, (char)character) : NULL;

	if (at)
		ct_text_addf(text, "\\%c", letters[at - escaped]);
	else if (character < 0x10000)
		ct_text_addf(text, "\\u%04x", (unsigned)character);
	else
		ct_text_addf(text, "\\u%04x\\u%04x", 0xd7c0 + (unsigned)(character >> 10),
			     0xdc00 + (unsigned)(character & 0x3ff));
}

static void put_characters(struct ct_text *text, const char *at)
{
	const char *end = at + strlen(at);
	uint32_t character = 0;

	while (at < end) {
		const size_t plain = plain_bytes(at);

		ct_text_add_bytes(text, at, plain);
		at += plain;
		if (at < end) {
			const size_t n = ct_utf8_decode(at, (size_t)(end - at), &character);

			put_escape(text, n ? character : 0xfffd);
			at += n ? n : 1;
		}
	}
}

void ct_json_put_string(struct ct_json_writer *writer, const char *string)
{
	if (string == NULL) {
		ct_json_put_null(writer);
		return;
	}
	put_comma(writer);
	ct_text_add(writer->text, "\"");
	put_characters(writer->text, string);
	ct_text_add(writer->text, "\"");
}

/* --- Other values ----------------------------------------------------------------------------- */

void ct_json_put_raw(struct ct_json_writer *writer, const char *json)
{
	put_comma(writer);
	ct_text_add(writer->text, json);
}

void ct_json_put_int(struct ct_json_writer *writer, int64_t number)
{
	put_comma(writer);
	ct_text_addf(writer->text, "%lld", (long long)number);
}

void ct_json_put_float(struct ct_json_writer *writer, double number)
{
	if (isnan(number)) {
		ct_json_put_string(writer, "NaN");
	} else if (isinf(number)) {
		ct_json_put_string(writer, number < 0 ? "-Infinity" : "Infinity");
	} else {
		put_comma(writer);
		ct_text_add_number(writer->text,
				   (ct_scalar){ .kind = CT_SCALAR_FLOAT, .re = number });
	}
}

void ct_json_put_bool(struct ct_json_writer *writer, bool value)
{
	ct_json_put_raw(writer, value ? "true" : "false");
}

void ct_json_put_null(struct ct_json_writer *writer)
{
	ct_json_put_raw(writer, "null");
}
