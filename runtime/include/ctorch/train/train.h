/**
 * @file
 * Independent helpers for training programs: a progress line, learning curves, early stopping,
 * metrics and checkpoints. docs/training.md shows them in one program.
 */
#ifndef CTORCH_TRAIN_TRAIN_H
#define CTORCH_TRAIN_TRAIN_H

#include <stdio.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/nn/module.h>
#include <ctorch/operators/value.h>
#include <ctorch/optim/grad_scaler.h>
#include <ctorch/optim/lr_scheduler.h>
#include <ctorch/optim/optimizer.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Progress --------------------------------------------------------------------------------
 *
 *     epoch 2 of 3: 25600 of 60000 images, 43210 a second, 2 s left, loss 0.2931
 *
 * On a terminal the line is overwritten. Elsewhere nothing is shown, or a new line at intervals, as
 * you choose.
 */

/** A progress line. It belongs to the innermost scope, or to the caller if no scope is open, who
 * releases it with ct_progress_free(). One thread at a time may use it. */
typedef struct ct_progress ct_progress;

/** Where a progress line is shown. */
typedef int32_t ct_progress_when;

enum ct_progress_when_value {
	CT_PROGRESS_ON_TERMINAL = 0, /**< only on a terminal */
	CT_PROGRESS_ALWAYS = 1,      /**< in files and pipes, too */
	CT_PROGRESS_NEVER = 2        /**< never; it only counts */
};

/** Options of a progress line; zeros are the defaults. */
typedef struct ct_progress_options {
	int64_t total;         /**< units in an epoch; 0: unknown */
	int64_t epochs;        /**< number of epochs; 0: one, which is not shown */
	int64_t done;          /**< units completed in an earlier run that this one continues */
	const char *unit CT_DEFAULT("steps"); /**< plural name of the unit, copied */
	ct_progress_when when CT_DEFAULT(CT_PROGRESS_ON_TERMINAL); /**< where it is shown */
	/** Seconds between two lines; unset: 0.1 on a terminal and 5 elsewhere. CT_ZERO: a line
	 * for each ct_progress_add(). */
	double interval CT_DEFAULT(computed);
} ct_progress_options;

/**
 * Creates a progress line and starts its clock.
 *
 * On a terminal it is colored, unless the environment has NO_COLOR or TERM=dumb. Numbers do not
 * depend on the locale.
 *
 * @param stream  the output stream; it must outlive the progress line; NULL: stderr
 */
CT_API ct_error ct_progress_new(const ct_progress_options *options,
				FILE *stream CT_NULLABLE CT_KEPT,
				ct_progress **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Clears the line and releases it. A handle that a scope of this thread owns is taken out of the
 * scope first. */
CT_API void ct_progress_free(ct_progress *self) CT_LOOKS_IN_SCOPES CT_WAITS_FOR(files) CT_NOEXCEPT;

/** Sets a number at the end of the line: "loss 0.2931". At most four names of 31 bytes are shown.
 * Does nothing for NULL, as the other functions. */
CT_API void ct_progress_set(ct_progress *self, const char *name, double value)
	CT_WAITS_FOR(files) CT_NOEXCEPT;

/** Adds `count` completed units, and shows the line if it is due. Write errors are ignored. */
CT_API void ct_progress_add(ct_progress *self, int64_t count) CT_WAITS_FOR(files) CT_NOEXCEPT;

/** Clears the line on a terminal, so that you can print your own. The next ct_progress_add() shows
 * it again. */
CT_API void ct_progress_clear(ct_progress *self) CT_WAITS_FOR(files) CT_NOEXCEPT;

/** Returns the number of completed units, in all epochs; 0 for NULL. */
CT_API int64_t ct_progress_done(const ct_progress *self) CT_NOEXCEPT;

/** Returns the epoch of the last unit, from 1 to the number of epochs; 1 if `total` is unknown, 0
 * for NULL. */
CT_API int64_t ct_progress_epoch(const ct_progress *self) CT_NOEXCEPT;

/** Returns the seconds since it was created. */
CT_API double ct_progress_seconds(const ct_progress *self) CT_NOEXCEPT;

/** Returns the units per second in this run; NaN before the first unit. */
CT_API double ct_progress_rate(const ct_progress *self) CT_NOEXCEPT;

/** Returns the seconds until all epochs are done at this rate; NaN if unknown. */
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

/** Creates an empty set of curves. */
CT_API ct_error ct_curves_new(ct_curves **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Releases the curves. A handle that a scope of this thread owns is taken out of the scope
 * first. */
CT_API void ct_curves_free(ct_curves *self) CT_LOOKS_IN_SCOPES CT_BRIEF CT_NOEXCEPT;

/** Adds a number to the curve of this name; the first number creates the curve. A ValueError if the
 * step is smaller than the curve's last one. NaN and infinities are stored. */
CT_API ct_error ct_curves_add(ct_curves *self, const char *name, int64_t step,
			      double value) CT_RETURNS_ERROR;

/** Returns the number of curves; 0 for NULL. */
CT_API int64_t ct_curves_count(const ct_curves *self) CT_NOEXCEPT;

/** Returns the name of a curve by its index in order of creation, borrowed; NULL if it does not
 * exist. */
CT_API const char *ct_curves_name(const ct_curves *self, int64_t index) CT_NOEXCEPT CT_BORROWED;

/** Returns the number of points in the curve of this name; 0 if it does not exist. */
CT_API int64_t ct_curves_point_count(const ct_curves *self, const char *name) CT_NOEXCEPT;

/** Returns a number of a curve and its step; a negative index counts from the end. A KeyError if
 * the curve does not exist, an IndexError if the number does not. */
CT_API ct_error ct_curves_at(const ct_curves *self, const char *name, int64_t index, int64_t *step,
			     double *value) CT_RETURNS_ERROR;

/** Options of a drawing; zeros are the defaults. */
typedef struct ct_curves_svg_options {
	const char *title;        /**< above the drawing; NULL: none */
	const char *x_label CT_DEFAULT("step"); /**< below the drawing; NULL: "step" */
	const char *y_label;      /**< above the left axis; NULL: none */
	const char *const *names; /**< the only curves to draw, in this order; NULL: all */
	int64_t names_len;
	int32_t width CT_DEFAULT(720);  /**< in pixels */
	int32_t height CT_DEFAULT(400); /**< default 400 */
	bool log_y;     /**< a logarithmic axis; numbers that are not positive are omitted */
	double x_scale CT_DEFAULT(1); /**< factor for the steps on the x axis */
	/** An interval around the first curve: the area between these two curves is filled in its
	 * color, and they are not drawn themselves. Both or none. */
	const char *band_lower;
	const char *band_upper;
	const char *band_label; /**< in the legend; NULL: not in the legend */
	const char *points;     /**< a curve that is drawn as points only; NULL: none */
} ct_curves_svg_options;

/**
 * Draws the curves as SVG for browsers, in light or dark colors as the reader prefers. NaN,
 * infinities and numbers above 1e300 are gaps. If a curve has many more numbers than pixels, the
 * smallest and the largest number of each pixel column are drawn.
 *
 * `*result` is new: ct_free(). A KeyError for a curve that does not exist; a ValueError for a size
 * that is not from 160 to 10000, a scale that is not positive, or only one half of a band.
 */
CT_API ct_error ct_curves_to_svg(const ct_curves *self, const ct_curves_svg_options *options,
				 char **result) CT_RETURNS_ERROR;

/** Draws the curves to a file, which is written completely or not at all. */
CT_API ct_error ct_curves_save_svg(const ct_curves *self, const char *path,
				   const ct_curves_svg_options *options) CT_RETURNS_ERROR;

/** Returns the curves as a CSV table: a line for each step, a column for each curve, empty where a
 * curve has no number. If a curve has several numbers for a step, the last one counts. `*result` is
 * new: ct_free(). */
CT_API ct_error ct_curves_to_csv(const ct_curves *self, char **result) CT_RETURNS_ERROR;

/** Writes the table to a file, completely or not at all. */
CT_API ct_error ct_curves_save_csv(const ct_curves *self, const char *path) CT_RETURNS_ERROR;

/** Returns a new dict with all numbers, for a checkpoint: `{"loss": {"steps": [0, 1], "values":
 * [2.3, 2.1]}}`. */
CT_API ct_error ct_curves_state_dict(const ct_curves *self,
				     ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Replaces all numbers by the numbers of a state dict. If it is invalid, returns a TypeError,
 * KeyError or ValueError and changes nothing. */
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

/** The state of early stopping. Plain data: set the first fields, and leave the others zero. */
typedef struct ct_early_stopping {
	/** Training stops after this many numbers in a row without an improvement; 0 means 1. */
	int64_t patience;
	double min_delta; /**< an improvement differs from the best number by more than this */
	bool maximize;    /**< true: higher is better (accuracy); false: lower (a loss) */

	int64_t seen;    /**< how many numbers were added */
	int64_t waiting; /**< how many in a row did not improve */
	int64_t best_at; /**< index of the best number, from 0 */
	double best;     /**< the best number, if `seen` is not 0 */
} ct_early_stopping;

/** Adds the number of an epoch, and returns whether training should stop. NaN is never an
 * improvement. False for NULL. */
CT_API bool ct_early_stopping_update(ct_early_stopping *self CT_INOUT, double value) CT_NOEXCEPT;

/** Returns whether the last number was the best one so far; false for NULL, and before the first
 * number. */
CT_API bool ct_early_stopping_is_best(const ct_early_stopping *self) CT_NOEXCEPT;

/** Returns its state as a new dict, for a checkpoint: `{"seen": 3, "waiting": 1, "best_at": 1,
 * "best": 0.7}`. ct_train_state does this for you. */
CT_API ct_error ct_early_stopping_state_dict(const ct_early_stopping *self,
					     ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Resumes from a state dict; `patience`, `min_delta` and `maximize` do not change. After a
 * TypeError, KeyError or ValueError nothing has changed. */
CT_API ct_error ct_early_stopping_load_state_dict(
	ct_early_stopping *self CT_INOUT, const ct_value *state_dict CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Metrics --------------------------------------------------------------------------------- */

/** A weighted mean. Plain data, initially zeros. */
typedef struct ct_running_mean {
	double sum;    /**< sum of the numbers times their weights */
	double weight; /**< sum of the weights */
} ct_running_mean;

/** Adds a number with its weight, such as the mean loss of a batch and the size of that batch. */
CT_API void ct_running_mean_add(ct_running_mean *self CT_INOUT, double value,
				double weight) CT_NOEXCEPT;
/** Returns the mean; NaN for NULL, and if the weight is 0. */
CT_API double ct_running_mean_value(const ct_running_mean *self) CT_NOEXCEPT;

/** The fraction of correct predictions. Plain data: set `top`, and leave the others zero. */
typedef struct ct_accuracy {
	int64_t top; /**< correct if the label is among this many highest scores; 0: 1 */
	int64_t right;
	int64_t total;
} ct_accuracy;

/**
 * Adds a batch. Labels of -100, which ct_nn_cross_entropy() ignores by default, do not count.
 *
 * @param scores  a number for each class, higher for likelier classes: (classes), or (batch,
 *                classes, ...), as for ct_nn_cross_entropy()
 * @param labels  integers, of the shape of `scores` without the classes
 * @return a ValueError if shapes or `top` do not match or a label is not one of the classes, a
 *         TypeError if labels are not integers; nothing is added then
 */
CT_API ct_error ct_accuracy_add(ct_accuracy *self CT_INOUT, const ct_tensor *scores,
				const ct_tensor *labels) CT_RETURNS_ERROR;
/** Returns the fraction of correct predictions; NaN for NULL, and without predictions. */
CT_API double ct_accuracy_value(const ct_accuracy *self) CT_NOEXCEPT;

/** Units per second. Plain data, initially zeros. */
typedef struct ct_throughput {
	double started; /**< the system's monotonic clock, in seconds; 0: not started */
	double total;   /**< units since then */
} ct_throughput;

/** Starts or restarts the measurement. */
CT_API void ct_throughput_start(ct_throughput *self CT_OUT) CT_NOEXCEPT;
/** Adds `count` completed units; starts the measurement if necessary. */
CT_API void ct_throughput_add(ct_throughput *self CT_INOUT, int64_t count) CT_NOEXCEPT;
/** Returns the rate since the start; NaN for NULL, and before the start. */
CT_API double ct_throughput_rate(const ct_throughput *self) CT_NOEXCEPT;

/** Counts of predicted classes for each label. It belongs to the innermost scope, or to the caller
 * if no scope is open, who releases it with ct_confusion_matrix_free(). */
typedef struct ct_confusion_matrix ct_confusion_matrix;

/** Creates a matrix of zeros for 1 to 10000 classes; a ValueError for other numbers. */
CT_API ct_error ct_confusion_matrix_new(int64_t classes,
					ct_confusion_matrix **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Releases the matrix. A handle that a scope of this thread owns is taken out of the scope
 * first. */
CT_API void ct_confusion_matrix_free(ct_confusion_matrix *self)
	CT_LOOKS_IN_SCOPES CT_BRIEF CT_NOEXCEPT;

/** Adds a batch, as ct_accuracy_add(). `scores` may also be predicted classes: integers of the
 * shape of `labels`. If a class is out of range, returns a ValueError and adds nothing. */
CT_API ct_error ct_confusion_matrix_add(ct_confusion_matrix *self, const ct_tensor *scores,
					const ct_tensor *labels) CT_RETURNS_ERROR;

/** Returns the number of classes; 0 for NULL. */
CT_API int64_t ct_confusion_matrix_class_count(const ct_confusion_matrix *self) CT_NOEXCEPT;

/** Returns how often `predicted` was predicted for the label `label`; 0 if a class does not
 * exist. */
CT_API int64_t ct_confusion_matrix_count(const ct_confusion_matrix *self, int64_t label,
					 int64_t predicted) CT_NOEXCEPT;

/** Returns the fraction of correct predictions; NaN without predictions. */
CT_API double ct_confusion_matrix_accuracy(const ct_confusion_matrix *self) CT_NOEXCEPT;

/** Returns the precision of a class, the fraction of its predictions that are correct; 0 without
 * predictions. For class -1, the mean of all classes. NaN if the class does not exist. */
CT_API double ct_confusion_matrix_precision(const ct_confusion_matrix *self,
					    int64_t of_class) CT_NOEXCEPT;
/** Returns the recall of a class, the fraction of its labels that are predicted; otherwise as the
 * precision. */
CT_API double ct_confusion_matrix_recall(const ct_confusion_matrix *self,
					 int64_t of_class) CT_NOEXCEPT;
/** Returns the F1 score of a class, the harmonic mean of precision and recall; otherwise as the
 * precision. */
CT_API double ct_confusion_matrix_f1(const ct_confusion_matrix *self, int64_t of_class) CT_NOEXCEPT;
/** Returns the intersection over union of a class (the Jaccard index): the correct predictions
 * among all samples that are predicted or labeled as the class; for -1 the mean IoU of
 * segmentation. Otherwise as the precision. */
CT_API double ct_confusion_matrix_iou(const ct_confusion_matrix *self,
				      int64_t of_class) CT_NOEXCEPT;

/** Returns the counts as an int64 tensor, (classes, classes), with a row for each label. */
CT_API ct_error ct_confusion_matrix_to_tensor(const ct_confusion_matrix *self,
					      ct_tensor **result) CT_RETURNS_ERROR;

/** Returns a table with the precision, recall, F1 score and support (number of labels) of each
 * class, and the means, as scikit-learn's classification_report. `*result` is new: ct_free().
 *
 * @param names  a name for each class; NULL: their numbers */
CT_API ct_error ct_confusion_matrix_to_string(const ct_confusion_matrix *self, ct_strings names,
					      char **result) CT_RETURNS_ERROR;

/* --- Checkpoints -----------------------------------------------------------------------------
 *
 * A checkpoint has everything that a run needs to continue, in one file that Python's
 * torch.load(weights_only=True) can read:
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

/** The parts of a checkpoint, all borrowed; NULL parts are omitted. The file contains a dict with
 * the keys that PyTorch's tutorials use. */
typedef struct ct_train_state {
	ct_module *model CT_NULLABLE;           /**< "model_state_dict" */
	ct_optimizer *optimizer CT_NULLABLE;    /**< "optimizer_state_dict" */
	ct_lr_scheduler *scheduler CT_NULLABLE; /**< "scheduler_state_dict" */
	ct_grad_scaler *scaler CT_NULLABLE;     /**< "scaler_state_dict" */
	ct_curves *curves CT_NULLABLE;          /**< "curves" */
	int64_t epoch;               /**< "epoch" */
	int64_t step;                /**< "step" */
	ct_value *values CT_NULLABLE; /**< "values": your own data; loading replaces `*values` */
	bool no_random;              /**< without the states of random number generators */
	ct_early_stopping *stopping CT_NULLABLE; /**< "early_stopping" */
} ct_train_state;

/** Saves a checkpoint as ct_save() does: if the run is killed meanwhile, the old file remains.
 * Unless `no_random`, it includes the states of the default generators, "rng_state" and
 * "cuda_rng_states", or the name of another accelerator. */
CT_API ct_error ct_train_save(const ct_train_state *state, const char *path) CT_RETURNS_ERROR;

/** Loads a checkpoint, a file or a folder of ct_dist_train_save_sharded(), into the parts of
 * `state`, its numbers and, unless `no_random`, the default generators; a run that resumes here
 * computes the same numbers as an uninterrupted one. A checkpoint that Python wrote may lack
 * generators, `epoch`, `step`, `values`, `curves` or `early_stopping`: they do not change. Any
 * other missing part is a KeyError. After an error nothing has changed, unless a hook of the model
 * that runs after loading failed. */
CT_API ct_error ct_train_load(ct_train_state *state CT_INOUT, const char *path) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
