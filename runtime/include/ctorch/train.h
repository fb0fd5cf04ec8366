/**
 * @file
 * Helpers of a training program, each on its own: a progress line, learning curves, early stopping,
 * metrics. docs/training.md shows them in one program.
 */
#ifndef CTORCH_TRAIN_H
#define CTORCH_TRAIN_H

#include <stdio.h>

#include <ctorch/error.h>
#include <ctorch/grad_scaler.h>
#include <ctorch/list.h>
#include <ctorch/lr_scheduler.h>
#include <ctorch/module.h>
#include <ctorch/optimizer.h>
#include <ctorch/types.h>
#include <ctorch/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Progress --------------------------------------------------------------------------------
 *
 *     epoch 2 of 3: 25600 of 60000 images, 43210 a second, 2 s left, loss 0.2931
 *
 * On a terminal the line is overwritten. Elsewhere nothing is shown, or a new line from time to
 * time, as you choose.
 */

/** A progress line. It belongs to the innermost scope, or to the caller if no scope is open, who
 * releases it with ct_progress_free(). One thread at a time may use it. */
typedef struct ct_progress ct_progress;

/** Where a progress line is shown. */
typedef int32_t ct_progress_when;

enum ct_progress_when_value {
	CT_PROGRESS_ON_TERMINAL = 0, /**< only on a terminal */
	CT_PROGRESS_ALWAYS = 1,      /**< in files and pipes, too */
	CT_PROGRESS_NEVER = 2        /**< it only counts */
};

/** What it shows; zeros are the defaults. */
typedef struct ct_progress_options {
	int64_t total;    /**< how many units an epoch has; 0: unknown */
	int64_t epochs;   /**< how many epochs there are; 0: one, which is not mentioned */
	int64_t done;     /**< units that were done in an earlier run, which this one continues */
	const char *unit; /**< the name of several units, copied; NULL: "steps" */
	ct_progress_when when; /**< default CT_PROGRESS_ON_TERMINAL */
	/** Seconds between two lines; default 0.1 on a terminal and 5 elsewhere. CT_ZERO: a line
	 * for each ct_progress_add(). */
	double interval;
} ct_progress_options;

/**
 * A new progress line, whose clock starts.
 *
 * On a terminal it has color, unless the environment has NO_COLOR or TERM=dumb. Numbers do not
 * depend on the locale.
 *
 * @param stream  where it is shown, which must live as long; NULL: stderr
 */
CT_API ct_error ct_progress_new(const ct_progress_options *options,
				FILE *stream CT_NULLABLE CT_KEPT,
				ct_progress **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Clears the line and releases it. A handle that a scope of this thread owns is taken out of the
 * scope first. */
CT_API void ct_progress_free(ct_progress *self) CT_NOEXCEPT;

/** Sets a number that the line ends with: "loss 0.2931". At most four names of 31 bytes are shown.
 * Without effect for NULL, as the others. */
CT_API void ct_progress_set(ct_progress *self, const char *name, double value) CT_NOEXCEPT;

/** `count` more units are done. Shows the line if it is time. That writing fails is ignored. */
CT_API void ct_progress_add(ct_progress *self, int64_t count) CT_NOEXCEPT;

/** Clears the line on a terminal, so that you can print a line of your own. It comes back with the
 * next ct_progress_add(). */
CT_API void ct_progress_clear(ct_progress *self) CT_NOEXCEPT;

/** How many units are done, of all epochs; 0 for NULL. */
CT_API int64_t ct_progress_done(const ct_progress *self) CT_NOEXCEPT;

/** The epoch that the last unit belongs to, from 1, and at most the number of epochs, also after
 * its end; 1 if `total` is unknown, 0 for NULL. */
CT_API int64_t ct_progress_epoch(const ct_progress *self) CT_NOEXCEPT;

/** Seconds since it was made. */
CT_API double ct_progress_seconds(const ct_progress *self) CT_NOEXCEPT;

/** Units a second in this run; NaN before the first one. */
CT_API double ct_progress_rate(const ct_progress *self) CT_NOEXCEPT;

/** Seconds until all epochs are done at this rate; NaN if that is unknown. */
CT_API double ct_progress_left(const ct_progress *self) CT_NOEXCEPT;

/* --- Learning curves -------------------------------------------------------------------------
 *
 *     CT_TRY(ct_curves_add(curves, "train loss", step, loss));
 *     CT_TRY(ct_curves_add(curves, "test loss", step, test_loss));
 *     CT_TRY(ct_curves_save_svg(curves, "loss.svg", NULL));
 */

/** Numbers by name and step. It belongs to the innermost scope, or to the caller if no scope is
 * open, who releases it with ct_curves_free(). One thread at a time may use it. */
typedef struct ct_curves ct_curves;

/** New ones, without any curve. */
CT_API ct_error ct_curves_new(ct_curves **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Releases them. A handle that a scope of this thread owns is taken out of the scope first. */
CT_API void ct_curves_free(ct_curves *self) CT_NOEXCEPT;

/** Adds a number to the curve of this name, which the first one begins. A step must not be smaller
 * than the one before it in its curve: a ValueError. NaN and infinities are kept. */
CT_API ct_error ct_curves_add(ct_curves *self, const char *name, int64_t step,
			      double value) CT_RETURNS_ERROR;

/** How many curves there are; 0 for NULL. */
CT_API int64_t ct_curves_count(const ct_curves *self) CT_NOEXCEPT;

/** The name of a curve, in the order of their beginnings, borrowed; NULL if there is none. */
CT_API const char *ct_curves_name(const ct_curves *self, int64_t index) CT_NOEXCEPT CT_BORROWED;

/** How many numbers the curve of this name has; 0 if there is none. */
CT_API int64_t ct_curves_point_count(const ct_curves *self, const char *name) CT_NOEXCEPT;

/** A number of a curve and its step; a negative index counts from the end. A KeyError if there is
 * no curve of this name, an IndexError for its numbers. */
CT_API ct_error ct_curves_at(const ct_curves *self, const char *name, int64_t index, int64_t *step,
			     double *value) CT_RETURNS_ERROR;

/** What a drawing shows; zeros are the defaults. */
typedef struct ct_curves_svg_options {
	const char *title;        /**< above it; NULL: none */
	const char *x_label;      /**< below it; NULL: "step" */
	const char *y_label;      /**< above the axis on the left; NULL: none */
	const char *const *names; /**< the only curves to draw, in this order; NULL: all */
	int64_t names_len;
	int32_t width;  /**< in pixels; default 720 */
	int32_t height; /**< default 400 */
	bool log_y;     /**< a logarithmic axis; numbers that are not above 0 are left out */
	double x_scale; /**< the axis below shows each step times this; default 1 */
	/** The area between these two curves is filled in the color of the first curve, and they
	 * are not drawn themselves: an interval around it. Both or none. */
	const char *band_lower;
	const char *band_upper;
	const char *band_label; /**< in the legend; NULL: it is not there */
	const char *points;     /**< a curve of which only the points are drawn; NULL: none */
} ct_curves_svg_options;

/**
 * Draws the curves as SVG, which browsers show, in light and dark colors as the reader prefers.
 * NaN, infinities and numbers above 1e300 are gaps. If a curve has many more numbers than there are
 * pixels, the smallest and the largest number of each column of pixels are drawn.
 *
 * `*result` is new: ct_free(). A KeyError for the name of a curve that does not exist, a ValueError
 * for a size that is not from 160 to 10000, a scale that is not above 0, and one half of a band.
 */
CT_API ct_error ct_curves_to_svg(const ct_curves *self, const ct_curves_svg_options *options,
				 char **result) CT_RETURNS_ERROR;

/** Draws them to a file, which is written completely or not at all. */
CT_API ct_error ct_curves_save_svg(const ct_curves *self, const char *path,
				   const ct_curves_svg_options *options) CT_RETURNS_ERROR;

/** The curves as a table in CSV: a line for each step, a column for each curve, empty where a curve
 * has no number. Of several numbers of one step in a curve, the last one. `*result` is new:
 * ct_free(). */
CT_API ct_error ct_curves_to_csv(const ct_curves *self, char **result) CT_RETURNS_ERROR;

/** Writes the table to a file, completely or not at all. */
CT_API ct_error ct_curves_save_csv(const ct_curves *self, const char *path) CT_RETURNS_ERROR;

/** A new dict with all numbers, for a checkpoint: `{"loss": {"steps": [0, 1], "values": [2.3,
 * 2.1]}}`. */
CT_API ct_error ct_curves_state_dict(const ct_curves *self,
				     ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Replaces all numbers by those of such a dict. A TypeError, KeyError or ValueError, and unchanged
 * curves, if it is none. */
CT_API ct_error ct_curves_load_state_dict(ct_curves *self,
					  const ct_value *state_dict CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Early stopping --------------------------------------------------------------------------
 *
 *     ct_early_stopping stopping = { .patience = 5 };
 *     ...
 *     stops = ct_early_stopping_update(&stopping, loss);
 *     if (ct_early_stopping_is_best(&stopping))
 *             ... save the module ...
 *     if (stops)
 *             break;
 */

/** Plain data: set the first fields, and leave zeros in the others. */
typedef struct ct_early_stopping {
	/** Training stops after this many numbers in a row without a better one; 0 means 1. */
	int64_t patience;
	double min_delta; /**< a better number differs by more than this from the best one */
	bool maximize;    /**< better is higher, as for accuracy; else lower, as for a loss */

	int64_t seen;    /**< how many numbers there were */
	int64_t waiting; /**< how many in a row were no better */
	int64_t best_at; /**< which one was the best, from 0 */
	double best;     /**< that number, once `seen` is not 0 */
} ct_early_stopping;

/** Takes the number of an epoch, and returns whether training should stop. NaN is never better.
 * False for NULL. */
CT_API bool ct_early_stopping_update(ct_early_stopping *self CT_INOUT, double value) CT_NOEXCEPT;

/** Whether the last number was the best one so far; false for NULL, and before the first one. */
CT_API bool ct_early_stopping_is_best(const ct_early_stopping *self) CT_NOEXCEPT;

/** A new dict with what it has seen, for a checkpoint: `{"seen": 3, "waiting": 1, "best_at": 1,
 * "best": 0.7}`. ct_train_state does this for you. */
CT_API ct_error ct_early_stopping_state_dict(const ct_early_stopping *self,
					     ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Goes on from such a dict; `patience`, `min_delta` and `maximize` stay. On a TypeError, KeyError
 * or ValueError nothing changes. */
CT_API ct_error ct_early_stopping_load_state_dict(
	ct_early_stopping *self CT_INOUT, const ct_value *state_dict CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Metrics --------------------------------------------------------------------------------- */

/** A weighted mean. Plain data, zeros at first. */
typedef struct ct_running_mean {
	double sum;    /**< of the numbers times their weights */
	double weight; /**< of all numbers */
} ct_running_mean;

/** Adds a number, such as the mean loss of a batch, with its weight, the size of that batch. */
CT_API void ct_running_mean_add(ct_running_mean *self CT_INOUT, double value,
				double weight) CT_NOEXCEPT;
/** The mean; NaN for NULL, and without any weight. */
CT_API double ct_running_mean_value(const ct_running_mean *self) CT_NOEXCEPT;

/** How many predictions are right. Plain data: set `top`, and leave zeros in the others. */
typedef struct ct_accuracy {
	int64_t top; /**< a label among so many highest scores is right; 0: 1 */
	int64_t right;
	int64_t total;
} ct_accuracy;

/**
 * Adds a batch. Labels of -100, which ct_nn_cross_entropy() ignores by default, do not count.
 *
 * @param scores  a number for each class, the higher the likelier: (classes), or (batch, classes,
 *                ...), as what ct_nn_cross_entropy() takes
 * @param labels  integers, of the shape of `scores` without its classes
 * @return a ValueError if shapes or `top` do not fit and for a label that is not one of the
 *         classes, a TypeError for labels that are not integers; nothing is added then
 */
CT_API ct_error ct_accuracy_add(ct_accuracy *self CT_INOUT, const ct_tensor *scores,
				const ct_tensor *labels) CT_RETURNS_ERROR;
/** The fraction of right ones; NaN for NULL, and without any. */
CT_API double ct_accuracy_value(const ct_accuracy *self) CT_NOEXCEPT;

/** Units a second. Plain data, zeros at first. */
typedef struct ct_throughput {
	double started; /**< the system's monotonic clock, in seconds; 0: not yet */
	double total;   /**< units since then */
} ct_throughput;

/** Starts, or starts again. */
CT_API void ct_throughput_start(ct_throughput *self CT_OUT) CT_NOEXCEPT;
/** `count` more units are done; starts, if that was forgotten. */
CT_API void ct_throughput_add(ct_throughput *self CT_INOUT, int64_t count) CT_NOEXCEPT;
/** The rate since the start; NaN for NULL, and before it. */
CT_API double ct_throughput_rate(const ct_throughput *self) CT_NOEXCEPT;

/** How often which class was predicted for which. It belongs to the innermost scope, or to the
 * caller if no scope is open, who releases it with ct_confusion_matrix_free(). */
typedef struct ct_confusion_matrix ct_confusion_matrix;

/** A new one of zeros, for 1 to 10000 classes: a ValueError for others. */
CT_API ct_error ct_confusion_matrix_new(int64_t classes,
					ct_confusion_matrix **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Releases it. A handle that a scope of this thread owns is taken out of the scope first. */
CT_API void ct_confusion_matrix_free(ct_confusion_matrix *self) CT_NOEXCEPT;

/** Adds a batch, as ct_accuracy_add(). Predicted classes can take the place of scores: integers of
 * the shape of `labels`. A ValueError, and nothing is added, for a class that is out of range. */
CT_API ct_error ct_confusion_matrix_add(ct_confusion_matrix *self, const ct_tensor *scores,
					const ct_tensor *labels) CT_RETURNS_ERROR;

/** How many classes it has; 0 for NULL. */
CT_API int64_t ct_confusion_matrix_class_count(const ct_confusion_matrix *self) CT_NOEXCEPT;

/** How often `predicted` was predicted for the label `label`; 0 if there is no such class. */
CT_API int64_t ct_confusion_matrix_count(const ct_confusion_matrix *self, int64_t label,
					 int64_t predicted) CT_NOEXCEPT;

/** The fraction of right predictions; NaN without any. */
CT_API double ct_confusion_matrix_accuracy(const ct_confusion_matrix *self) CT_NOEXCEPT;

/** The right ones among the predictions of a class; 0 if there are none. For class -1 the mean of
 * all classes. NaN if there is no such class. */
CT_API double ct_confusion_matrix_precision(const ct_confusion_matrix *self,
					    int64_t of_class) CT_NOEXCEPT;
/** The right predictions among the labels of a class, as for the precision. */
CT_API double ct_confusion_matrix_recall(const ct_confusion_matrix *self,
					 int64_t of_class) CT_NOEXCEPT;
/** The harmonic mean of precision and recall, as for the precision. */
CT_API double ct_confusion_matrix_f1(const ct_confusion_matrix *self, int64_t of_class) CT_NOEXCEPT;
/** The intersection over union of a class (the Jaccard index): the right ones among all that are
 * predicted as the class or labelled so; for -1 the mean IoU of segmentation. Otherwise as for the
 * precision. */
CT_API double ct_confusion_matrix_iou(const ct_confusion_matrix *self,
				      int64_t of_class) CT_NOEXCEPT;

/** The counts as a tensor of int64, (classes, classes): a row for each label. */
CT_API ct_error ct_confusion_matrix_to_tensor(const ct_confusion_matrix *self,
					      ct_tensor **result) CT_RETURNS_ERROR;

/** A table with the precision, recall, F1 and support of each class (scikit-learn's
 * classification_report: the support is how many labels the class has), and the
 * means. `*result` is new: ct_free().
 *
 * @param names  one for each class; NULL: their numbers */
CT_API ct_error ct_confusion_matrix_to_string(const ct_confusion_matrix *self, ct_strings names,
					      char **result) CT_RETURNS_ERROR;

/* --- Checkpoints -----------------------------------------------------------------------------
 *
 * All that a run needs to go on, in one file that Python's torch.load(weights_only=True) reads,
 * too:
 *
 *     ct_train_state run = { .model = net, .optimizer = adam, .scheduler = schedule };
 *
 *     if (resume)
 *             CT_TRY(ct_train_load(&run, "run.pt"));
 *     while (run.epoch < epochs) {
 *             ... one epoch ...
 *             run.epoch++;
 *             CT_TRY(ct_train_save(&run, "run.pt"));
 *     }
 */

/** What a checkpoint has; parts that are NULL are left out. All are borrowed. In the file it is a
 * dict with the keys that PyTorch's tutorials use. */
typedef struct ct_train_state {
	ct_module *model;            /**< "model_state_dict" */
	ct_optimizer *optimizer;     /**< "optimizer_state_dict" */
	ct_lr_scheduler *scheduler;  /**< "scheduler_state_dict" */
	ct_grad_scaler *scaler;      /**< "scaler_state_dict" */
	ct_curves *curves;           /**< "curves" */
	int64_t epoch;               /**< "epoch" */
	int64_t step;                /**< "step" */
	ct_value *values;            /**< "values": your own; loading replaces `*values` */
	bool no_random;              /**< without the states of random numbers */
	ct_early_stopping *stopping; /**< "early_stopping" */
} ct_train_state;

/** Saves a checkpoint as ct_save() does: a run that is killed meanwhile leaves the old one. Unless
 * `no_random`, it has the states of the default generators, "rng_state" and "cuda_rng_states". */
CT_API ct_error ct_train_save(const ct_train_state *state, const char *path) CT_RETURNS_ERROR;

/** Loads a checkpoint into the parts of `state`, its numbers and, unless `no_random`, the default
 * generators; a run that goes on from here gives the same numbers as one without a break. A
 * checkpoint that Python wrote may lack generators, `epoch`, `step`, `values`, `curves` or
 * `early_stopping`: they stay as they are. Another part that it lacks is a KeyError. After an error
 * nothing has changed, except if a hook of the model that runs after loading fails. */
CT_API ct_error ct_train_load(ct_train_state *state CT_INOUT, const char *path) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
