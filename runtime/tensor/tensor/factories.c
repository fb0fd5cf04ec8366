/*
 * PyTorch's factory functions, with their options as a struct. Each is one operator, or one that
 * allocates and one that fills; the tables below list them.
 */
#include <ctorch/ops/all.h>

#include "tensor/tensor/maker.h"

#define UNPACK(...) __VA_ARGS__

/* The options as operators' arguments. */
#define SPREAD(wish) (wish).dtype, (wish).layout, (wish).device, ct_options_pinned(&(wish))

/* ct_tensor_NAME(PARAMETERS, options, result), with `options` as argument POSITION, where a list
 * and its length count as one. The operator takes ARGUMENTS, the options, and then MORE. USUAL is
 * its dtype if none is given. */
#define MAKER(name, parameters, position, usual, operator, arguments, more)                  \
	ct_error ct_tensor_##name(UNPACK parameters, const ct_tensor_options *options,       \
				  ct_tensor **result)                                        \
	{                                                                                    \
		ct_tensor *made = NULL;                                                      \
		ct_tensor_options wish;                                                      \
		ct_error error = ct_options_read(options, position, __func__, &wish);        \
                                                                                             \
		if (wish.dtype == CT_DTYPE_NONE)                                             \
			wish.dtype = (usual);                                                \
		if (error == NULL)                                                           \
			error = operator(UNPACK arguments, SPREAD(wish), UNPACK more &made); \
		return ct_options_finish(CT_HERE, error, made, &wish, result);               \
	}

/* The same; the operator FILL(made, FILLING) then fills the result. */
#define FILLED_MAKER(name, parameters, position, operator, arguments, more, fill, filling)   \
	ct_error ct_tensor_##name(UNPACK parameters, const ct_tensor_options *options,       \
				  ct_tensor **result)                                        \
	{                                                                                    \
		ct_tensor *made = NULL;                                                      \
		ct_tensor_options wish;                                                      \
		ct_error error = ct_options_read(options, position, __func__, &wish);        \
                                                                                             \
		if (error == NULL)                                                           \
			error = operator(UNPACK arguments, SPREAD(wish), UNPACK more &made); \
		if (error == NULL)                                                           \
			error = fill(made, UNPACK filling, NULL);                            \
		return ct_options_finish(CT_HERE, error, made, &wish, result);               \
	}

#define SIZE ct_ints size
#define STRIDE ct_ints stride
#define LIKE const ct_tensor *self
#define RANGE ct_scalar start, ct_scalar end
#define WINDOW int64_t window_length, bool periodic
#define TRIANGLE int64_t row, int64_t col, int64_t offset
#define ANY CT_DTYPE_NONE
#define WHOLE CT_INT64
#define FORMAT (wish.memory_format, )
#define NOTHING ()

/* clang-format off */

/*    name             parameters                        position, usual dtype
 *    operator         arguments                         after the options */
MAKER(empty,           (SIZE),                           2, ANY,
      ct_empty_memory_format, (size.at, size.len),          FORMAT)
MAKER(empty_strided,   (SIZE, STRIDE),                   3, ANY,
      ct_empty_strided, (size.at, size.len, stride.at, stride.len), NOTHING)
MAKER(zeros,           (SIZE),                           2, ANY,
      ct_zeros,        (size.at, size.len),                 NOTHING)
MAKER(ones,            (SIZE),                           2, ANY,
      ct_ones,         (size.at, size.len),                 NOTHING)
MAKER(full,            (SIZE, ct_scalar fill_value),     3, ANY,
      ct_full,         (size.at, size.len, fill_value),     NOTHING)
MAKER(eye,             (int64_t rows, int64_t columns),  3, ANY,
      ct_eye_m,        (rows, columns),                  NOTHING)
MAKER(arange,          (RANGE, ct_scalar step),          4, ANY,
      ct_arange_start_step, (start, end, step),          NOTHING)
MAKER(linspace,        (RANGE, int64_t steps),           4, ANY,
      ct_linspace,     (start, end, steps),              NOTHING)
MAKER(logspace,        (RANGE, int64_t steps, double base), 5, ANY,
      ct_logspace,     (start, end, steps, base),        NOTHING)
MAKER(tril_indices,    (TRIANGLE),                       4, WHOLE,
      ct_tril_indices, (row, col, offset),               NOTHING)
MAKER(triu_indices,    (TRIANGLE),                       4, WHOLE,
      ct_triu_indices, (row, col, offset),               NOTHING)

MAKER(rand,            (SIZE),                           2, ANY,
      ct_rand_generator, (size.at, size.len, wish.generator), NOTHING)
MAKER(randn,           (SIZE),                           2, ANY,
      ct_randn_generator, (size.at, size.len, wish.generator), NOTHING)
MAKER(normal,          (double mean, double std, SIZE),  4, ANY,
      ct_normal_float_float, (mean, std, size.at, size.len, wish.generator), NOTHING)
MAKER(randint,         (int64_t low, int64_t high, SIZE), 4, WHOLE,
      ct_randint_low_generator, (low, high, size.at, size.len, wish.generator), NOTHING)
MAKER(randperm,        (int64_t count),                  2, WHOLE,
      ct_randperm_generator, (count, wish.generator),    NOTHING)

MAKER(bartlett_window, (WINDOW),                         3, ANY,
      ct_bartlett_window_periodic, (window_length, periodic), NOTHING)
MAKER(blackman_window, (WINDOW),                         3, ANY,
      ct_blackman_window_periodic, (window_length, periodic), NOTHING)
MAKER(hann_window,     (WINDOW),                         3, ANY,
      ct_hann_window_periodic, (window_length, periodic), NOTHING)
MAKER(hamming_window,  (WINDOW, double alpha, double beta), 5, ANY,
      ct_hamming_window_periodic_alpha_beta, (window_length, periodic, alpha, beta), NOTHING)
MAKER(kaiser_window,   (WINDOW, double beta),            4, ANY,
      ct_kaiser_window_beta, (window_length, periodic, beta), NOTHING)
MAKER(fft_fftfreq,     (int64_t length, double spacing), 3, ANY,
      ct_fft_fftfreq,  (length, spacing),                NOTHING)
MAKER(fft_rfftfreq,    (int64_t length, double spacing), 3, ANY,
      ct_fft_rfftfreq, (length, spacing),                NOTHING)

MAKER(empty_like,      (LIKE),                           2, ANY,
      ct_empty_like,   (self),                           FORMAT)
MAKER(zeros_like,      (LIKE),                           2, ANY,
      ct_zeros_like,   (self),                           FORMAT)
MAKER(ones_like,       (LIKE),                           2, ANY,
      ct_ones_like,    (self),                           FORMAT)
MAKER(full_like,       (LIKE, ct_scalar fill_value),     3, ANY,
      ct_full_like,    (self, fill_value),               FORMAT)
MAKER(new_empty,       (LIKE, SIZE),                     3, ANY,
      ct_new_empty,    (self, size.at, size.len),           NOTHING)
MAKER(new_empty_strided, (LIKE, SIZE, STRIDE),           4, ANY,
      ct_new_empty_strided, (self, size.at, size.len, stride.at, stride.len), NOTHING)
MAKER(new_zeros,       (LIKE, SIZE),                     3, ANY,
      ct_new_zeros,    (self, size.at, size.len),           NOTHING)
MAKER(new_ones,        (LIKE, SIZE),                     3, ANY,
      ct_new_ones,     (self, size.at, size.len),           NOTHING)
MAKER(new_full,        (LIKE, SIZE, ct_scalar fill_value), 4, ANY,
      ct_new_full,     (self, size.at, size.len, fill_value), NOTHING)

/* Operators that take a generator came after 1.13.1; this does the same. */
FILLED_MAKER(rand_like, (LIKE),                          2,
      ct_empty_like,   (self),                           FORMAT,
      ct_uniform_,     (0, 1, wish.generator))
FILLED_MAKER(randn_like, (LIKE),                         2,
      ct_empty_like,   (self),                           FORMAT,
      ct_normal_,      (0, 1, wish.generator))
FILLED_MAKER(randint_like, (LIKE, int64_t low, int64_t high), 4,
      ct_empty_like,   (self),                           FORMAT,
      ct_random__from, (low, &high, wish.generator))
