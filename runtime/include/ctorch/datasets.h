/**
 * @file
 * Data sets in files: tensors, IDX (MNIST and its family), CIFAR, CSV, lines of text.
 *
 *     ct_tensor *images, *labels;
 *
 *     CT_TRY(ct_mnist_load("data/FashionMNIST/raw", true, &images, &labels));
 *     ct_dataset *dataset = CT_TENSOR_DATASET(images, labels);
 *
 * All but ct_file_dataset_new() also read files that gzip compressed; as with gzip(1), bytes after
 * the compressed data are ignored. Errors name the file and the place in it: a RuntimeError from
 * the system, a ValueError for a file that is truncated, damaged or of another format.
 * ct_file_dataset_new() makes a dataset of the tensors in a `.npy`, `.npz`, safetensors or
 * PyTorch's own file; ctorch/npy.h, npz.h, safetensors.h and save.h read these into tensors.
 * Folders and archives of images are in ctorch/image_data.h.
 */
#ifndef CTORCH_DATASETS_H
#define CTORCH_DATASETS_H

#include <ctorch/data.h>
#include <ctorch/list.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Tensors ---------------------------------------------------------------------------------- */

/**
 * A dataset of the rows of tensors in a file: ct_tensor_dataset_new() of what ct_load() (save.h)
 * reads, any of its kinds of files. Sample i is the tuple of row i of each tensor.
 *
 * The file is mapped, privately, as with `mmap` of ct_load_options: a row is a view of the file's
 * bytes, which are read on first access, so the file may be larger than the memory. The mapping
 * lasts as long as the dataset and the rows. What cannot be mapped is copied into memory at once,
 * such as compressed arrays of an `.npz`; a `.npy` file in the other byte order is an error, and
 * ct_npy_load() reads it. For two files with an array each, call ct_npy_map() for both, and
 * CT_TENSOR_DATASET().
 *
 * A KeyError for a key that the file has no tensor of, a TypeError for what is not a tensor, a
 * ValueError if the tensors differ in the number of rows: they name the file and the key.
 *
 * @param keys  the names of the tensors in their order in a sample; borrowed for the call.
 *              CT_NO_STRINGS: the file has only one, as a `.npy` file has, or is a saved tuple
 *              or list of tensors, all of which are taken.
 */
CT_API ct_error ct_file_dataset_new(const char *path, ct_strings keys,
				    ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- IDX: MNIST and its family ---------------------------------------------------------------- */

/** The elements of an IDX file: a new tensor of its shape and of its dtype, which is one of uint8,
 * int8, int16, int32, float32, float64. */
CT_API ct_error ct_idx_load(const char *path, ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Images and labels of MNIST, Fashion-MNIST, KMNIST or QMNIST's first labels, from their four files
 * in a folder: `train-images-idx3-ubyte` and so on, with or without `.gz`.
 *
 * @param train   the images to learn from, otherwise those to test with
 * @param images  new: uint8, (N, 1, 28, 28)
 * @param labels  new: int64, (N), from 0
 */
CT_API ct_error ct_mnist_load(const char *folder, bool train, ct_tensor **images CT_LENGTH(1),
			      ct_tensor **labels CT_LENGTH(1)) CT_RETURNS_ERROR;

/* --- CIFAR ------------------------------------------------------------------------------------ */

/**
 * Images and labels of CIFAR-10 or CIFAR-100, from the binary version's files in a folder:
 * `data_batch_1.bin` to `data_batch_5.bin` and `test_batch.bin`, or `train.bin` and `test.bin`.
 *
 * @param classes  10 or 100
 * @param images   new: uint8, (N, 3, 32, 32)
 * @param labels   new: int64, (N); for CIFAR-100 the fine ones
 */
CT_API ct_error ct_cifar_load(const char *folder, int32_t classes, bool train,
			      ct_tensor **images CT_LENGTH(1),
			      ct_tensor **labels CT_LENGTH(1)) CT_RETURNS_ERROR;

/* --- CSV -------------------------------------------------------------------------------------- */

/** Options for a CSV file; zeros are the defaults. */
typedef struct ct_csv_options {
	char separator; /**< default ',' */
	bool no_header; /**< the first line is data, too; columns are named "0", "1", ... */
	/** The only columns to read, in this order; NULL: all. */
	const char *const *columns;
	int64_t columns_len;
	/** The most text that is read, in bytes, at most 16 GiB; a file with more is a ValueError.
	 * Default (0): 16 GiB; for a file that gzip compressed, 256 MiB, or 100 times its size if
	 * that is more, but never above 16 GiB. */
	int64_t max_text_nbytes;
	/** Columns that are texts whatever their fields are (pandas' dtype=str): "01" is not 1, and
	 * an empty field not NaN. NULL: none. */
	const char *const *texts;
	int64_t texts_len;
	int64_t skip_rows; /**< lines at the beginning that are not read (pandas' skiprows) */
	/** The sign of a comment, which ends with its line (pandas' comment); in quotes it is an
	 * ordinary character. A line that begins with it is no row. Default: there are none. */
	char comment;
	/** Categorical columns, as ct_csv_categories() finds them: a dict from the name of a column
	 * to the list of its categories, which are texts. Instead of a text, the column has its
	 * code, which is its place in the list, whatever the fields look like. Columns that the
	 * file does not have do not matter. Borrowed for the call. NULL: none. */
	const ct_value *categories;
	/** Categorical columns, except the target, are one-hot: a column for each category, 1 or
	 * 0. */
	bool one_hot;
	/** A text that is not among the categories has this code (scikit-learn's unknown_value),
	 * such as -1; one-hot, a code that is not a category's is a row of zeros. By default it is
	 * a ValueError with the line, the column and the text. */
	bool has_unknown_code;
	int64_t unknown_code;
} ct_csv_options;

/**
 * The columns of a CSV file (RFC 4180: fields may be in quotes, "" is a quote): a new dict from
 * each name to a column.
 *
 * A column whose fields are all whole numbers is a tensor of int64; of numbers, or empty fields,
 * which are NaN, one of float64; otherwise, and if it is one of `texts`, it is a list of texts. A
 * column of `categories` is a tensor of int64: codes [rows], or one-hot [rows, categories].
 * Numbers have a decimal point, whatever the locale is. A ValueError names the line of a row that
 * has too few or too many fields, or of a field that has a NUL; a KeyError names a column that does
 * not exist.
 */
CT_API ct_error ct_csv_load(const char *path, const ct_csv_options *options,
			    ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * A dataset of the rows of a CSV file.
 *
 * Sample i is the tuple of a float32 tensor with the numbers of row i, and the row's value in the
 * column `target`: an int64 tensor if the column has whole numbers or texts, which are numbered in
 * the order of their bytes, otherwise a float32 one. With the target in `texts` of the options,
 * whole numbers are classes, too: 3 and 7 become 0 and 1. A column of texts that is neither the
 * target nor one of `categories` is a TypeError.
 *
 * @param target   the column that is to be predicted; NULL: there is none, samples are 1-tuples
 * @param classes  the texts of the target in their order, a new list, or its categories if it is in
 *                 `categories`; None if it has numbers. May be NULL.
 */
CT_API ct_error ct_csv_dataset_new(const char *path, const char *target CT_NULLABLE,
				   const ct_csv_options *options, ct_dataset **result CT_NOT_NULL,
				   ct_value *classes CT_NULLABLE) CT_RETURNS_ERROR;

/**
 * The categories of columns, for ct_csv_options: a new dict from the name of each column to the
 * list of its different texts, in the order of their bytes. An empty field is a category, too.
 *
 * Find them in the training data, save the dict in the checkpoint, and give it for all other data,
 * so that equal texts have equal codes. A KeyError names a column that does not exist.
 *
 * @param options  how the file is read; NULL: the defaults
 */
CT_API ct_error ct_csv_categories(const char *path, ct_strings columns,
				  const ct_csv_options *options,
				  ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Text ------------------------------------------------------------------------------------- */

/** The lines of text files, one after the other: a stream of texts in UTF-8, without the characters
 * that end the line. A line of more than 16 MiB, or one that is not UTF-8, is a ValueError with its
 * number, after which the stream goes on. */
CT_API ct_error ct_lines_dataset_new(ct_strings paths,
				     ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
