/*
 * What the suites of the checked build share: tensors whose making and release have a known place,
 * and the messages that name it.
 */
#ifndef MEMORY_CHECKED_SUPPORT_H
#define MEMORY_CHECKED_SUPPORT_H

#include "fixture.h"

/* The call must be refused with this message, but for what plain() takes out. */
#define REFUSED(call, message)                                                          \
	do {                                                                            \
		ct_error refused_error_ = (call);                                       \
		ck_assert_msg(refused_error_ != NULL, "%s: no error", #call);           \
		ck_assert_int_eq(ct_error_class_of(refused_error_), CT_ERROR_ARGUMENT); \
		ck_assert_str_eq(plain(refused_error_), message);                       \
		ct_error_free(refused_error_);                                          \
	} while (0)

/* What a message says of a tensor that make_tensor() made. */
#define MADE "made by ct_tensor_from_data, called from make_tensor (test_checked+0x), in thread 1"
#define DEAD "it was already released: " MADE ", and released "
#define DEAD_BY(call) DEAD "by " call ", in thread 1"
#define FREE_TENSOR "ct_tensor_free, called from free_tensor (test_checked+0x)"
#define FREED DEAD_BY(FREE_TENSOR)
#define CLOSED(scope, call)                  \
	"when " scope " was closed by " call \
	", in thread 1; ct_scope_disown() or ct_scope_move_up() extends a tensor's lifetime"
#define CLOSE_SCOPE "ct_scope_close, called from close_scope (test_checked+0x)"
#define NO_HANDLE                                                                                 \
	"0x is not a tensor handle: libctorch never returned it, or released it more than 65536 " \
	"tensors ago"

/* Of a use by ct_relu(). */
#define RELU "ArgumentError: ct_relu: argument 1 (self): "

/* A place that no call may have written to when it fails. */
#define UNTOUCHED ((ct_tensor *)(uintptr_t)0x5a5a)

/* A message without what differs between machines: of addresses only "0x" stays, and the number of
 * a thread other than the main one is N. Valid until the next call. */
const char *plain(const char *message);

/* Looks at a tensor, and makes none. */
ct_error use(const ct_tensor *tensor);

/* These are in messages as the place of a call. */
ct_tensor *make_tensor(void);
ct_tensor *free_tensor(ct_tensor *tensor); /* returns what is not to be used any more */
ct_tensor *free_later(ct_tensor *tensor);  /* the same */
ct_scope *open_scope(void);
ct_scope *open_named(const char *name);
void close_scope(ct_scope *scope);
void next_step(void);
void finish_steps(void);

Suite *callbacks_suite(void);
Suite *memory_suite(void);
Suite *releases_suite(void);
Suite *uses_suite(void);

#endif
