/*
 * Inside the library: scores and labels of a batch, as ct_nn_cross_entropy() takes them.
 */
#ifndef CT_TRAIN_LABELS_H
#define CT_TRAIN_LABELS_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

enum { CT_IGNORED_LABEL = -100 };

/* The dimension of the classes. */
int64_t ct_class_dim(const ct_tensor *scores);

/* Whether the classes are predicted themselves, without scores. */
bool ct_are_predictions(const ct_tensor *scores, const ct_tensor *labels);

/* Both given, labels integers, shapes that fit; arguments 2 and 3 of the function. */
ct_error ct_check_labels(const ct_tensor *scores, const ct_tensor *labels,
			 const char *function) CT_WARN_UNUSED;

/* A ValueError unless all are from 0 to `number` - 1. `what` is what they are: "label". */
ct_error ct_check_classes(const ct_tensor *classes, int64_t number, const char *what,
			  const char *function) CT_WARN_UNUSED;

#endif
