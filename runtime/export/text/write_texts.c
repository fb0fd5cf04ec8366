/*
 * Writing lists and dictionaries of texts.
 */
#include "export/text/write.h"

typedef struct ct_json_writer writer;

void ct_write_strings(writer *to, const char *const *strings, int64_t len)
{
	ct_json_open(to, '[');
	for (int64_t i = 0; i < len; i++)
		ct_json_put_string(to, strings[i]);
	ct_json_close(to, ']');
}

void ct_write_pairs(writer *to, const struct ct_graph_pair *pairs, int64_t len)
{
	ct_json_open(to, '{');
	for (int64_t i = 0; i < len; i++) {
		ct_json_key(to, pairs[i].key);
		ct_json_put_string(to, pairs[i].text);
	}
	ct_json_close(to, '}');
}
