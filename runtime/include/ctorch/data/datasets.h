/**
 * @file
 * Datasets in files: tensors, IDX (MNIST and its family), CIFAR, CSV, lines of text.
 *
 *     ct_tensor *images, *labels;
 *
 *     CT_TRY(ct_mnist_load("data/FashionMNIST/raw", true, &images, &labels));
 *     ct_dataset *dataset = CT_TENSOR_DATASET(images, labels);
 *
 * All but ct_file_dataset_new() also read files compressed by gzip; as with gzip(1), bytes after
 * the compressed data are ignored. Errors name the file and the position in it: a RuntimeError from
 * the system, a ValueError for a file that is truncated, damaged or in another format.
 * ct_file_dataset_new() makes a dataset of the tensors in a `.npy`, `.npz`, safetensors or PyTorch
 * file; ctorch/files/npy.h, npz.h, safetensors.h and save.h read these into tensors. Folders and
 * archives of images are in ctorch/vision/image_data.h.
 */
#ifndef CTORCH_DATA_DATASETS_H
#define CTORCH_DATA_DATASETS_H

#include <ctorch/data/data.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Tensors ---------------------------------------------------------------------------------- */

/**
 * Creates a dataset of the rows of tensors in a file: any file that ct_load() (save.h) reads,
 * passed to ct_tensor_dataset_new(). Sample i is the tuple of row i of each tensor.
 *
 * The file is mapped, privately, as with `mmap` of ct_load_options: a row is a view of the file's
 * bytes, which are read on first access, so the file may be larger than the memory. The mapping
 * lasts as long as the dataset and the rows. Data that cannot be mapped, such as compressed arrays
 * of an `.npz`, is copied into memory at once; a `.npy` file in the other byte order is an error:
 * ct_npy_load() reads it. For two files with an array each, call ct_npy_map() for both, and
 * CT_TENSOR_DATASET().
 *
 * A missing key is a KeyError, a value that is not a tensor a TypeError, a different number of rows
 * a ValueError; all name the file and the key.
 *
 * @param keys  the names of the tensors in the order of a sample; borrowed for the call.
 *              CT_NO_STRINGS: the only tensor of the file, such as a `.npy` file, or all tensors of
 *              a saved tuple or list.
 */
CT_API ct_error ct_file_dataset_new(const char *path, ct_strings keys,
				    ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- IDX: MNIST and its family ---------------------------------------------------------------- */

/** Loads an IDX file: a new tensor of its shape and dtype, which is uint8, int8, int16, int32,
 * float32 or float64. */
CT_API ct_error ct_idx_load(const char *path, ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Loads the images and labels of MNIST, Fashion-MNIST, KMNIST or QMNIST's first labels, from their
 * four files in a folder: `train-images-idx3-ubyte` and so on, with or without `.gz`.
 *
 * @param train   the training images, otherwise the test images
 * @param images  new: uint8, (N, 1, 28, 28)
 * @param labels  new: int64, (N), from 0
 */
CT_API ct_error ct_mnist_load(const char *folder, bool train, ct_tensor **images CT_LENGTH(1),
			      ct_tensor **labels CT_LENGTH(1)) CT_RETURNS_ERROR;

/* --- CIFAR ------------------------------------------------------------------------------------ */

/**
 * Loads the images and labels of CIFAR-10 or CIFAR-100, from the binary version's files in a
 * folder: `data_batch_1.bin` to `data_batch_5.bin` and `test_batch.bin`, or `train.bin` and
 * `test.bin`.
 *
 * @param classes  10 or 100
 * @param images   new: uint8, (N, 3, 32, 32)
 * @param labels   new: int64, (N); for CIFAR-100 the fine labels
 */
CT_API ct_error ct_cifar_load(const char *folder, int32_t classes, bool train,
			      ct_tensor **images CT_LENGTH(1),
			      ct_tensor **labels CT_LENGTH(1)) CT_RETURNS_ERROR;

/* --- CSV -------------------------------------------------------------------------------------- */

/** Options for a CSV file; zeros are the defaults. */
typedef struct ct_csv_options {
	char separator CT_DEFAULT(','); /**< default ',' */
	bool no_header; /**< the first line is data; columns are named "0", "1", ... */
	/** The only columns to read, in this order; NULL: all. */
	const char *const *columns;
	int64_t columns_len;
	/** The most text to read, in bytes, at most 16 GiB; a file with more is a ValueError.
	 * Default (0): 16 GiB; for a file compressed by gzip, 256 MiB or 100 times its size,
	 * whichever is more, but never above 16 GiB. */
	int64_t max_text_nbytes;
	/** Columns that are texts regardless of their fields (pandas' dtype=str): "01" is not 1,
	 * and an empty field is not NaN. NULL: none. */
	const char *const *texts;
	int64_t texts_len;
	int64_t skip_rows; /**< lines to skip at the beginning (pandas' skiprows) */
	/** The character that begins a comment until the end of the line (pandas' comment); in
	 * quotes it is an ordinary character. A line that begins with it is not a row. Default: no
	 * comments. */
	char comment;
	/** Categorical columns, as ct_csv_categories() finds them: a dict from the name of a column
	 * to the list of its categories, which are texts. Each text is replaced by its code, its
	 * index in the list, even if it looks like a number. Columns that the file does not have
	 * are ignored. Borrowed for the call. NULL: none. */
	const ct_value *categories;
	/** Encode categorical columns, except the target, as one-hot: a column for each category, 1
	 * or 0. */
	bool one_hot;
	/** Give a text that is not among the categories this code (scikit-learn's unknown_value),
	 * such as -1; a code of no category is a row of zeros in one-hot. By default an unknown
	 * text is a ValueError with the line, the column and the text. */
	bool has_unknown_code;
	int64_t unknown_code;
} ct_csv_options;

/**
 * Loads the columns of a CSV file (RFC 4180: fields may be in quotes, "" is a quote): a new dict
 * from each name to a column.
 *
 * A column of whole numbers is an int64 tensor; a column of other numbers, in which empty fields
 * are NaN, is a float64 tensor; any other column, and any column of `texts`, is a list of texts. A
 * column of `categories` is an int64 tensor: codes [rows], or one-hot [rows, categories]. Numbers
 * have a decimal point in every locale. A ValueError names the line of a row with too few or too
 * many fields, or of a field with a NUL; a KeyError names a column that does not exist.
 */
CT_API ct_error ct_csv_load(const char *path, const ct_csv_options *options,
			    ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Creates a dataset of the rows of a CSV file.
 *
 * Sample i is the tuple of a float32 tensor with the numbers of row i, and the row's value in the
 * column `target`: an int64 tensor if the column has whole numbers, or texts, which are numbered in
 * byte order; otherwise a float32 tensor. If the target is one of the options' `texts`, whole
 * numbers are classes, too: 3 and 7 become 0 and 1. A column of texts that is neither the target
 * nor one of `categories` is a TypeError.
 *
 * @param target   the column to predict; NULL: none, so samples are 1-tuples
 * @param classes  a new list of the target's texts in order, or of its categories if it is in
 *                 `categories`; None for numbers. May be NULL.
 */
CT_API ct_error ct_csv_dataset_new(const char *path, const char *target CT_NULLABLE,
				   const ct_csv_options *options, ct_dataset **result CT_NOT_NULL,
				   ct_value *classes CT_NULLABLE) CT_RETURNS_ERROR;

/**
 * Finds the categories of columns, for ct_csv_options: a new dict from the name of each column to
 * the list of its different texts, in byte order. An empty field is a category, too.
 *
 * Find them in the training data, save the dict in the checkpoint, and pass it for all other data,
 * so that equal texts have equal codes. A KeyError names a column that does not exist.
 *
 * @param options  how to read the file; NULL: the defaults
 */
CT_API ct_error ct_csv_categories(const char *path, ct_strings columns,
				  const ct_csv_options *options,
				  ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Text ------------------------------------------------------------------------------------- */

/** Creates a stream of the lines of text files, in order: texts in UTF-8, without line endings. A
 * line of more than 16 MiB, or one that is not UTF-8, is a ValueError with its number, after which
 * the stream continues. */
CT_API ct_error ct_lines_dataset_new(ct_strings paths,
				     ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
