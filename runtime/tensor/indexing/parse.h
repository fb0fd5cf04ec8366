/*
 * Inside the library: parsing a subscript's text.
 */
#ifndef CT_TENSOR_INDEXING_PARSE_H
#define CT_TENSOR_INDEXING_PARSE_H

#include <ctorch/tensor/index.h>

/* Usually there are few parts, which need no allocation. */
enum { CT_PARSED_FEW = 8 };

struct ct_parsed_index {
	ct_index few[CT_PARSED_FEW];
	ct_index *parts; /* `few`, or allocated if there are more */
	int64_t n;
	ct_tensor **lists; /* the elements of lists in the text */
	int64_t n_lists;
};

/* Parses `text`, the second argument of `function`, with the tensors for its placeholders, the
 * third. On success and on error, call ct_parsed_index_free(). */
ct_error ct_index_parse(const char *function, const char *text, ct_tensor *const *tensors,
			int64_t tensors_len, struct ct_parsed_index *result) CT_RETURNS_ERROR;

void ct_parsed_index_free(struct ct_parsed_index *parsed) CT_NOEXCEPT;

#endif
