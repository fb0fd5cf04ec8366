/*
 * What the suites of datasets and loaders share.
 */
#ifndef DATA_SUPPORT_H
#define DATA_SUPPORT_H

#include <ctorch/data/data.h>

#include "expected.h"

Suite *callbacks_suite(void);
Suite *collate_suite(void);
Suite *datasets_suite(void);
Suite *files_suite(void);
Suite *large_suite(void);
Suite *loader_suite(void);
Suite *order_suite(void);
Suite *state_suite(void);
Suite *tensor_files_suite(void);
Suite *workers_suite(void);

/* A dataset whose sample i is the tuple (tensor [i, random number], i), as a set or a stream. What
 * it does besides: */
struct numbers {
	int64_t len;
	int64_t fails_at;  /* a sample that cannot be read; -1: none. Also every 10th after it. */
	int64_t sleeps_at; /* a sample that takes `sleeps_ms`; -1: none */
	int64_t sleeps_ms;
	int64_t visits[64];      /* atomic: how often a sample was got */
	int open, closed, freed; /* passes; releases of the data */
	bool is_endless;         /* a stream that has no end */
};

extern const ct_dataset_functions set_of_numbers, stream_of_numbers;

ct_dataset *numbers_new(const ct_dataset_functions *functions, struct numbers *data);

/* The numbers of a batch's samples. */
const int64_t *numbers_of(const ct_batch *batch);

/* A text with all batches of an epoch, "0 1 2|3 4|", and what is random in them. */
ct_error read_epoch(ct_data_loader *loader, char *text, size_t size, double *random_sum);

#endif
