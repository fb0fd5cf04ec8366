/*
 * Inside the library: a subscript read from its text.
 */
#ifndef CT_INDEXING_PARSE_H
#define CT_INDEXING_PARSE_H

#include <ctorch/index.h>

/* Mostly there are few parts; then there is no memory to get. */
enum { CT_PARSED_FEW = 8 };

struct ct_parsed_index {
	ct_index few[CT_PARSED_FEW];
	ct_index *parts; /* `few`, or memory when there are more */
	int64_t n;
	ct_tensor **lists; /* what the text's own lists became */
	int64_t n_lists;
};

/* Reads `text` on behalf of `function`, whose second argument it is, with the tensors that its
 * placeholders mean, which are the third. On success and on error: ct_parsed_index_free(). */
ct_error ct_index_parse(const char *function, const char *text, ct_tensor *const *tensors,
			int64_t tensors_len, struct ct_parsed_index *result) CT_CALL;

void ct_parsed_index_free(struct ct_parsed_index *parsed) CT_NOEXCEPT;

#endif
