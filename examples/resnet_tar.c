/*
 * resnet_tar.c: a ResNet-18 learns from images in a tar archive, which is never unpacked.
 *
 *     resnet_tar -w 2 -e 5 -S pets.pt -p pets.svg pets.tar.gz pets-test.tar.gz
 *
 * Without images of your own, have some made, of two classes. After two epochs, half a minute, it
 * names about 8 of 10 test images correctly. The more classes, the more images and epochs it takes:
 *
 *     ct_data make -c 2 -n 600 -o stripes.tar.gz
 *     ct_data make -c 2 -n 150 -s 2 -o stripes-test.tar.gz
 *     resnet_tar -e 2 stripes.tar.gz stripes-test.tar.gz
 *
 * An image's class is the folder that it is in. The loader's workers decode and transform images
 * while the network learns; samples are shuffled as they are read. A run that was stopped goes on
 * with -r.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

struct options {
	const char *archive, *test, *save, *plot; /* the last two may be NULL */
	int64_t epochs, batch, workers, size;
	double lr;
	uint64_t seed;
	bool resume;
};

/* --- the data --------------------------------------------------------------------------------- */

static ct_transform *augment(int64_t size)
{
	return CT_COMPOSE(CT_T(RandomResizedCrop, CT_L(size), .scale = CT_FLOATS(0.5, 1)),
			  CT_T(RandomHorizontalFlip), CT_T(ToTensor),
			  CT_T(Normalize, CT_IMAGENET_MEAN, CT_IMAGENET_STD));
}

static ct_transform *prepare(int64_t size)
{
	return CT_COMPOSE(CT_T(Resize, CT_L(size)), CT_T(CenterCrop, CT_L(size)), CT_T(ToTensor),
			  CT_T(Normalize, CT_IMAGENET_MEAN, CT_IMAGENET_STD));
}

/* The classes are those of the archive to learn from. */
static ct_error open_archive(const char *path, const ct_value *classes, int64_t shuffle,
			     ct_transform *transform, ct_dataset **result)
{
	const char *names[1000];
	ct_image_data_options options = { .shuffle = shuffle };
	ct_dataset *images;

	CT_TRY(CT_DONE()); /* of the transform */
	options.classes = names;
	options.classes_len = ct_value_count(classes);
	if (options.classes_len > 1000)
		return ct_error_new(CT_ERROR_VALUE, NULL, "%s: more than 1000 classes", path);
	for (int64_t i = 0; i < options.classes_len; i++) {
		ct_value name;

		CT_TRY(ct_value_item(classes, i, &name));
		CT_TRY(ct_value_as_string(&name, &names[i], NULL));
	}
	CT_TRY(ct_tar_images_new(CT_STRINGS_OF(&path, 1), &options, &images));
	return ct_transform_dataset_new(images, transform, result);
}

/* --- training --------------------------------------------------------------------------------- */

static ct_error evaluate(ct_module *net, ct_data_loader *loader, double *result)
{
	ct_accuracy found = { 0 };

	CT_NO_GRAD_SCOPE;
	CT_TRY(ct_module_eval(net));
	CT_EACH_BATCH (batch, loader)
		CT_TRY(ct_accuracy_add(&found, CT_M(net, batch->data), batch->target));
	*result = ct_accuracy_value(&found);
	return ct_module_train(net, true);
}

static ct_error train_epoch(const ct_train_state *run, ct_data_loader *loader,
			    ct_progress *progress, double *mean)
{
	ct_running_mean losses = { 0 };

	CT_EACH_BATCH (batch, loader) {
		ct_tensor *scores = CT_M(run->model, batch->data);
		ct_tensor *loss = CT_E(cross_entropy, scores, batch->target);

		CT_TRY(ct_optimizer_minimize(run->optimizer, loss));
		ct_running_mean_add(&losses, CT_ITEM(loss), (double)batch->size);
		ct_progress_set(progress, "loss", ct_running_mean_value(&losses));
	}
	*mean = ct_running_mean_value(&losses);
	return ct_lr_scheduler_step(run->scheduler);
}

static ct_error train_epochs(ct_train_state *run, const struct options *o, ct_data_loader *loader,
			     ct_data_loader *test, ct_progress *progress)
{
	double loss = 0, accuracy = 0;

	while (run->epoch < o->epochs) {
		CT_TRY(train_epoch(run, loader, progress, &loss));
		CT_TRY(evaluate(run->model, test, &accuracy));
		run->epoch++;
		CT_TRY(ct_curves_add(run->curves, "training loss", run->epoch, loss));
		CT_TRY(ct_curves_add(run->curves, "test accuracy", run->epoch, accuracy));
		if (o->save)
			CT_TRY(ct_train_save(run, o->save));
		ct_progress_clear(progress);
		printf("epoch %lld of %lld: loss %.3f, test accuracy %.1f %%\n",
		       (long long)run->epoch, (long long)o->epochs, loss, 100 * accuracy);
	}
	return o->plot ? ct_curves_save_svg(run->curves, o->plot,
					    &(ct_curves_svg_options){ .x_label = "epoch" })
		       : NULL;
}

static ct_error run(const struct options *o)
{
	CT_SCOPE;
	const ct_data_loader_options each = { .batch_size = o->batch,
					      .num_workers = (int32_t)o->workers };
	ct_data_loader_options shown = each;
	ct_dataset *images, *test_images;
	ct_data_loader *loader, *test;
	ct_train_state run = { 0 };
	ct_progress *progress;
	ct_value classes;
	int64_t n;

	CT_TRY(ct_tar_vocabulary(CT_STRINGS_OF(&o->archive, 1), NULL, &classes, &n));
	CT_TRY(ct_value_move_to_scope(&classes));
	CT_TRY(open_archive(o->archive, &classes, 2000, augment(o->size), &images));
	CT_TRY(open_archive(o->test, &classes, 0, prepare(o->size), &test_images));
	CT_TRY(ct_manual_seed(o->seed));
	run.model = CT_MODEL(resnet18, .num_classes = ct_value_count(&classes));
	run.optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(run.model), .lr = o->lr, .momentum = 0.9,
				     .weight_decay = 1e-4);
	run.scheduler = CT_LR_SCHEDULER(CosineAnnealingLR, run.optimizer, o->epochs);
	CT_TRY(CT_DONE());
	CT_TRY(ct_curves_new(&run.curves));
	CT_TRY(ct_progress_new(
		&(ct_progress_options){ .total = n, .epochs = o->epochs, .unit = "images" }, NULL,
		&progress));
	shown.progress = progress;
	CT_TRY(ct_data_loader_new(images, &shown, &loader));
	CT_TRY(ct_data_loader_new(test_images, &each, &test));
	if (o->resume)
		CT_TRY(ct_train_load(&run, o->save));
	printf("%s: %lld images of %lld classes\n", o->archive, (long long)n,
	       (long long)ct_value_count(&classes));
	return train_epochs(&run, o, loader, test, progress);
}

/* --- the command line ------------------------------------------------------------------------- */

static const char help[] =
	"Usage: resnet_tar [OPTION]... ARCHIVE TEST-ARCHIVE\n"
	"Trains a ResNet-18 on the images of a tar archive, and tests it with those of another.\n"
	"\n"
	"  -e, --epochs N      (5)\n"
	"  -b, --batch N       images in one step (32)\n"
	"  -l, --lr X          learning rate at the beginning (0.01)\n"
	"  -i, --size N        width and height that images are resized to (64)\n"
	"  -w, --workers N     threads that decode and transform images (2)\n"
	"  -S, --save FILE     writes a checkpoint after each epoch\n"
	"  -r, --resume        goes on from that file\n"
	"  -p, --plot FILE     draws loss and accuracy as SVG\n"
	"  -s, --seed N        (1)\n"
	"  -h, --help          this text\n"
	"\n"
	"`ct_data make -c 2 -n 600 -o FILE.tar` makes an archive to try it with; for the test, make\n"
	"another one, with -s 2.\n";

static void usage(const char *what, const char *value)
{
	fprintf(stderr, "resnet_tar: %s '%s'; see --help\n", what, value);
	exit(2);
}

static int64_t integer(const char *text, int64_t min)
{
	char *end;
	const long long value = strtoll(text, &end, 10);

	if (end == text || *end || value < min || value > 1000000)
		usage("not a number in the range:", text);
	return value;
}

static const struct option names[] = {
	{ "epochs", required_argument, NULL, 'e' },
	{ "batch", required_argument, NULL, 'b' },
	{ "lr", required_argument, NULL, 'l' },
	{ "size", required_argument, NULL, 'i' },
	{ "workers", required_argument, NULL, 'w' },
	{ "save", required_argument, NULL, 'S' },
	{ "resume", no_argument, NULL, 'r' },
	{ "plot", required_argument, NULL, 'p' },
	{ "seed", required_argument, NULL, 's' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

static void set(struct options *o, int option)
{
	char *end;

	switch (option) {
	case 'e':
		o->epochs = integer(optarg, 1);
		break;
	case 'b':
		o->batch = integer(optarg, 1);
		break;
	case 'l':
		o->lr = strtod(optarg, &end);
		if (end == optarg || *end || !(o->lr > 0))
			usage("not a learning rate:", optarg);
		break;
	case 'i':
		o->size = integer(optarg, 32);
		break;
	case 'w':
		o->workers = integer(optarg, 0);
		break;
	case 'S':
		o->save = optarg;
		break;
	case 'r':
		o->resume = true;
		break;
	case 'p':
		o->plot = optarg;
		break;
	case 's':
		o->seed = (uint64_t)integer(optarg, 0);
		break;
	default:
		exit(option == 'h' ? (fputs(help, stdout), 0) : 2);
	}
}

int main(int argc, char **argv)
{
	struct options options = {
		.epochs = 5, .batch = 32, .workers = 2, .size = 64, .lr = 0.01, .seed = 1
	};
	int c;

	while ((c = getopt_long(argc, argv, "e:b:l:i:w:S:rp:s:h", names, NULL)) != -1)
		set(&options, c);
	if (argc - optind != 2)
		usage("two archives are needed, not", argc > optind ? argv[optind] : "");
	if (options.resume && options.save == NULL)
		usage("--resume needs the file of", "--save");
	options.archive = argv[optind];
	options.test = argv[optind + 1];
	setvbuf(stdout, NULL, _IOLBF, 0);
	CT_CHECK(run(&options));
	return 0;
}
