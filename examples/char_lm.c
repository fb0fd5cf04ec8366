/*
 * char_lm.c: a language model of characters: it reads text files and then writes on.
 *
 *     char_lm train -m transformer -e 3 -S lm.pt docs/files.md docs/modules.md ...
 *     char_lm write lm.pt "The data loader"
 *
 * Tokens are bytes, so that any text will do; a good one is this project's documentation. The model
 * is an LSTM, or a small transformer. The twin in Python is twins/char_lm.py; both print the same
 * losses for the same seed.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

enum { BYTES = 256, DIM = 128, HEADS = 4, LAYERS = 2, LENGTH = 64, BATCH = 32, WRITTEN = 400 };

struct options {
	const char *model, *save, *plot;
	int64_t epochs;
	uint64_t seed;
	bool resume;
};

/* --- the models ------------------------------------------------------------------------------- */

typedef struct {
	ct_module *embedding, *lstm, *head;
} lstm;

static ct_tensor *lstm_forward(void *self, ct_tensor *x)
{
	const lstm *m = self;

	return CT_M(m->head, CT_M(m->lstm, CT_M(m->embedding, x)));
}

static ct_module *lstm_new(void)
{
	lstm *m = CT_MODULE(lstm, "LSTMModel", lstm_forward);

	CT_LAYER(m, embedding, Embedding, BYTES, DIM);
	CT_LAYER(m, lstm, LSTM, DIM, 2 * DIM, .batch_first = true);
	CT_LAYER(m, head, Linear, 2 * DIM, BYTES);
	return ct_module_of(m);
}

typedef struct {
	ct_module *ln1, *qkv, *out, *ln2, *up, *down;
} block;

static ct_tensor *attend(const block *m, ct_tensor *x)
{
	x = CT_E(unflatten, CT_M(m->qkv, x), -1, CT_L(3, HEADS, -1));
	ct_tensors qkv = CT_E(unbind, CT_E(permute, x, CT_L(2, 0, 3, 1, 4)));

	x = CT_E(scaled_dot_product_attention, qkv.at[0], qkv.at[1], qkv.at[2], .is_causal = true);
	return CT_M(m->out, CT_E(flatten, CT_E(transpose, x, 1, 2), 2));
}

static ct_tensor *block_forward(void *self, ct_tensor *x)
{
	const block *m = self;

	x = CT_E(add, x, attend(m, CT_M(m->ln1, x)));
	return CT_E(add, x, CT_M(m->down, CT_E(gelu, CT_M(m->up, CT_M(m->ln2, x)))));
}

static ct_module *block_new(void)
{
	block *m = CT_MODULE(block, "Block", block_forward);

	CT_LAYER(m, ln1, LayerNorm, CT_L(DIM));
	CT_LAYER(m, qkv, Linear, DIM, 3 * DIM);
	CT_LAYER(m, out, Linear, DIM, DIM);
	CT_LAYER(m, ln2, LayerNorm, CT_L(DIM));
	CT_LAYER(m, up, Linear, DIM, 4 * DIM);
	CT_LAYER(m, down, Linear, 4 * DIM, DIM);
	return ct_module_of(m);
}

typedef struct {
	ct_module *tokens, *positions, *blocks, *ln, *head;
} transformer;

static ct_tensor *transformer_forward(void *self, ct_tensor *x)
{
	const transformer *m = self;
	ct_tensor *places = CT_E(arange, ct_tensor_size(x, 1));

	x = CT_E(add, CT_M(m->tokens, x), CT_M(m->positions, places));
	return CT_M(m->head, CT_M(m->ln, CT_M(m->blocks, x)));
}

static ct_module *transformer_new(void)
{
	transformer *m = CT_MODULE(transformer, "Transformer", transformer_forward);

	CT_LAYER(m, tokens, Embedding, BYTES, DIM);
	CT_LAYER(m, positions, Embedding, LENGTH, DIM);
	CT_LAYER(m, blocks, Sequential);
	for (int i = 0; i < LAYERS; i++)
		CT_APPEND(m->blocks, block_new());
	CT_LAYER(m, ln, LayerNorm, CT_L(DIM));
	CT_LAYER(m, head, Linear, DIM, BYTES);
	return ct_module_of(m);
}

static ct_module *model_new(const char *name)
{
	return strcmp(name, "lstm") == 0 ? lstm_new() : transformer_new();
}

/* --- the data --------------------------------------------------------------------------------- */

/* Sample i is the bytes from i * LENGTH on, and the bytes that follow each of them. */
static ct_error windows_len(const void *data, int64_t *result)
{
	*result = (ct_tensor_numel(data) - 1) / LENGTH;
	return NULL;
}

static ct_error windows_get(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	ct_tensor *x, *y;

	(void)generator;
	CT_TRY(CT(narrow, &x, (ct_tensor *)data, 0, index * LENGTH, LENGTH));
	CT_TRY(CT(narrow, &y, (ct_tensor *)data, 0, index * LENGTH + 1, LENGTH));
	return ct_sample_pair(x, ct_value_tensor(y), sample);
}

static const ct_dataset_functions windows = { .name = "Windows",
					      .count = windows_len,
					      .get = windows_get };

static ct_error read_file(const char *path, ct_tensor **result)
{
	FILE *file = fopen(path, "rb");
	long size = -1;

	if (file && fseek(file, 0, SEEK_END) == 0)
		size = ftell(file);
	if (size < 0)
		return ct_error_new(CT_ERROR_RUNTIME, NULL, "%s: %s", path, strerror(errno));
	rewind(file);
	ct_error error = CT(empty, result, CT_L(size), .dtype = CT_UINT8);

	if (error == NULL &&
	    fread(ct_tensor_mutable_data(*result), 1, (size_t)size, file) != (size_t)size)
		error = ct_error_new(CT_ERROR_RUNTIME, NULL, "%s: reading it failed", path);
	fclose(file);
	return error;
}

/* All files as one tensor of int64. */
static ct_error read_files(char **paths, ct_tensor **result)
{
	ct_tensor *all = CT_E(empty, CT_L(0), .dtype = CT_UINT8), *one;

	for (; *paths; paths++) {
		CT_TRY(read_file(*paths, &one));
		all = CT_E(cat, CT_TENSORS(all, one));
	}
	CT_TRY(CT_FINISH(CT_E(to_dtype, all, CT_INT64), result));
	if (ct_tensor_numel(*result) > LENGTH * BATCH)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, NULL, "the text is too short: %lld bytes",
			    (long long)ct_tensor_numel(*result));
}

/* --- training --------------------------------------------------------------------------------- */

static ct_error train_epoch(const ct_train_state *run, ct_data_loader *loader,
			    ct_progress *progress, double *mean)
{
	ct_running_mean losses = { 0 };

	CT_EACH_BATCH (batch, loader) {
		ct_tensor *scores = CT_E(flatten, CT_M(run->model, batch->data), 0, 1);
		ct_tensor *loss = CT_E(cross_entropy, scores, CT_E(flatten, batch->target));

		CT_TRY(ct_optimizer_minimize(run->optimizer, loss));
		ct_running_mean_add(&losses, CT_ITEM(loss), (double)batch->size);
		ct_progress_set(progress, "loss", ct_running_mean_value(&losses));
	}
	*mean = ct_running_mean_value(&losses);
	return NULL;
}

static ct_error train(const struct options *o, char **paths)
{
	CT_SCOPE;
	ct_value model = ct_value_string(o->model);
	ct_train_state run = { .values = &model };
	ct_progress *progress;
	ct_dataset *dataset;
	ct_tensor *text;
	int64_t samples;
	double loss = 0;

	CT_TRY(read_files(paths, &text));
	CT_TRY(ct_dataset_new(&windows, text, &dataset));
	CT_TRY(ct_dataset_count(dataset, &samples));
	CT_TRY(ct_manual_seed(o->seed));
	run.model = model_new(o->model);
	run.optimizer = CT_OPTIMIZER(AdamW, CT_PARAMETERS(run.model), .lr = 0.003);
	CT_TRY(ct_curves_new(&run.curves));
	CT_TRY(ct_progress_new(
		&(ct_progress_options){ .total = samples, .epochs = o->epochs, .unit = "windows" },
		NULL, &progress));
	ct_data_loader *loader = CT_DATA_LOADER(dataset, .batch_size = BATCH, .shuffle = true,
						.drop_last = true, .progress = progress);

	CT_TRY(CT_DONE());
	if (o->resume)
		CT_TRY(ct_train_load(&run, o->save));
	printf("%lld bytes of text; %s\n", (long long)ct_tensor_numel(text), o->model);
	while (run.epoch < o->epochs) {
		CT_TRY(train_epoch(&run, loader, progress, &loss));
		run.epoch++;
		ct_progress_clear(progress);
		printf("epoch %lld: loss %.4f\n", (long long)run.epoch, loss);
		CT_TRY(ct_curves_add(run.curves, "loss", run.epoch, loss));
		if (o->save)
			CT_TRY(ct_train_save(&run, o->save));
	}
	return o->plot ? ct_curves_save_svg(run.curves, o->plot,
					    &(ct_curves_svg_options){ .x_label = "epoch" })
		       : NULL;
}

/* --- writing ---------------------------------------------------------------------------------- */

static ct_error write_byte(const ct_module *net, char *text, int64_t *len)
{
	CT_SCOPE;
	const int64_t from = *len > LENGTH ? *len - LENGTH : 0, n = *len - from;
	ct_tensor *bytes;
	int64_t next;

	CT_TRY(ct_tensor_from_data(text + from, CT_UINT8, CT_L(n), &bytes));
	ct_tensor *scores = CT_M(net, CT_E(unsqueeze, CT_E(to_dtype, bytes, CT_INT64), 0));
	ct_tensor *likely = CT_E(softmax_int, CT_E(mul, CT_E(select, scores, 1, -1), 1.5), -1);

	CT_TRY(CT_FINISH(CT_E(multinomial, likely, 1), &bytes));
	CT_TRY(ct_tensor_item_int64(bytes, &next));
	text[(*len)++] = (char)next;
	putchar((int)next);
	return NULL;
}

static ct_error write_on(const struct options *o, const char *path, const char *prompt)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	char text[WRITTEN + 1000];
	int64_t len = snprintf(text, 1000, "%s", *prompt ? prompt : "\n");
	ct_value checkpoint, model;
	const char *name;

	CT_TRY(ct_load(path, NULL, &checkpoint));
	CT_TRY(ct_value_move_to_scope(&checkpoint));
	CT_TRY(ct_value_at(&checkpoint, "/values", &model));
	CT_TRY(ct_value_as_string(&model, &name, NULL));
	ct_module *net = model_new(name);

	CT_TRY(CT_DONE());
	CT_TRY(ct_module_load(net, path, &(ct_module_load_options){ .at = "/model_state_dict" },
			      NULL));
	CT_TRY(ct_module_eval(net));
	CT_TRY(ct_manual_seed(o->seed));
	len = len < 999 ? len : 999;
	fputs(text, stdout);
	for (int i = 0; i < WRITTEN; i++)
		CT_TRY(write_byte(net, text, &len));
	putchar('\n');
	return NULL;
}

/* --- the command line ------------------------------------------------------------------------- */

static const char help[] = "Usage: char_lm train [OPTION]... TEXT...\n"
			   "       char_lm write [OPTION]... MODEL [BEGINNING]\n"
			   "Learns to write as text files are written, or writes.\n"
			   "\n"
			   "  -m, --model NAME    lstm or transformer (lstm)\n"
			   "  -e, --epochs N      passes over the text (3)\n"
			   "  -S, --save FILE     writes a checkpoint after each epoch\n"
			   "  -r, --resume        goes on from that file\n"
			   "  -p, --plot FILE     draws the loss as SVG\n"
			   "  -s, --seed N        (1)\n"
			   "  -h, --help          this text\n";

static void usage(const char *what, const char *value)
{
	fprintf(stderr, "char_lm: %s '%s'; see --help\n", what, value);
	exit(2);
}

static int64_t integer(const char *text)
{
	char *end;
	const long long value = strtoll(text, &end, 10);

	if (end == text || *end || value < 0 || value > 1000000)
		usage("not a number from 0 to 1000000:", text);
	return value;
}

static const struct option names[] = {
	{ "model", required_argument, NULL, 'm' }, { "epochs", required_argument, NULL, 'e' },
	{ "save", required_argument, NULL, 'S' },  { "resume", no_argument, NULL, 'r' },
	{ "plot", required_argument, NULL, 'p' },  { "seed", required_argument, NULL, 's' },
	{ "help", no_argument, NULL, 'h' },        { NULL, 0, NULL, 0 },
};

static ct_error run(int argc, char **argv, struct options *o)
{
	int c;

	while ((c = getopt_long(argc, argv, "m:e:S:rp:s:h", names, NULL)) != -1) {
		if (c == 'm')
			o->model = optarg;
		else if (c == 'e')
			o->epochs = integer(optarg);
		else if (c == 'S')
			o->save = optarg;
		else if (c == 'r')
			o->resume = true;
		else if (c == 'p')
			o->plot = optarg;
		else if (c == 's')
			o->seed = (uint64_t)integer(optarg);
		else
			exit(c == 'h' ? (fputs(help, stdout), 0) : 2);
	}
	if (strcmp(o->model, "lstm") != 0 && strcmp(o->model, "transformer") != 0)
		usage("neither lstm nor transformer:", o->model);
	if (o->resume && o->save == NULL)
		usage("--resume needs the file of", "--save");
	if (argc - optind < 2)
		usage("train needs a text, write a model, not only", argv[argc - 1]);
	if (strcmp(argv[optind], "train") == 0)
		return train(o, argv + optind + 1);
	if (strcmp(argv[optind], "write") != 0)
		usage("neither train nor write:", argv[optind]);
	return write_on(o, argv[optind + 1], argc - optind > 2 ? argv[optind + 2] : "");
}

int main(int argc, char **argv)
{
	struct options options = { .model = "lstm", .epochs = 3, .seed = 1 };

	setvbuf(stdout, NULL, _IOLBF, 0);
	CT_CHECK(run(argc, argv, &options));
	return 0;
}
