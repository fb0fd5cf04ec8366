/*
 * run_exported.c: names a picture with a network that Python exported.
 *
 *     python3 -c 'import torch, torchvision
 *     weights = torchvision.models.ResNet18_Weights.DEFAULT
 *     net = torchvision.models.resnet18(weights=weights).eval()
 *     program = torch.export.export(net, (torch.zeros(1, 3, 224, 224),))
 *     torch.export.save(program, "resnet18.pt2")
 *     print(*weights.meta["categories"], sep="\n")' >classes.txt
 *     run_exported resnet18.pt2 cat.jpg classes.txt
 *
 * It prints the five most probable classes: their lines of classes.txt, or without it their numbers.
 * Without a picture it takes noise. The twin in Python is twins/run_exported.py, which prints the
 * same.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/ctorch.h>

/* The height and width of the pictures that the program was exported with. */
static ct_error picture_side(const ct_export *program, int64_t *result)
{
	ct_value samples;
	ct_tensor *x;

	CT_TRY(ct_export_sample_inputs(program, &samples));
	CT_TRY(ct_value_move_to_scope(&samples));
	CT_TRY(ct_value_at_tensor(&samples, "/0/0", &x)); /* the first argument */
	*result = ct_tensor_size(x, 2);
	return NULL;
}

/* (1, 3, side, side), as torchvision's networks want it */
static ct_error read_picture(const char *path, int64_t side, ct_tensor **result)
{
	const ct_image_load_options rgb = { .mode = CT_IMAGE_MODE_RGB };
	ct_transform *prepare = CT_COMPOSE(CT_T(Resize, CT_L(side * 256 / 224)),
					   CT_T(CenterCrop, CT_L(side)), CT_T(ToTensor),
					   CT_T(Normalize, CT_IMAGENET_MEAN, CT_IMAGENET_STD));
	ct_tensor *image;

	CT_TRY(ct_image_load(path, &rgb, &image));
	CT_TRY(ct_transform_apply(prepare, image, NULL, &image));
	return CT(unsqueeze, result, image, 0);
}

/* By the class's line of the file of labels, or by its number. */
static void print_class(double probability, int number, FILE *labels)
{
	bool has_label = labels != NULL;
	char line[256];

	if (has_label)
		rewind(labels);
	for (int i = 0; has_label && i <= number; i++)
		has_label = fgets(line, sizeof line, labels) != NULL;
	if (has_label)
		printf("%5.1f %%  %.*s\n", 100 * probability, (int)strcspn(line, "\n"), line);
	else
		printf("%5.1f %%  class %d\n", 100 * probability, number);
}

static ct_error run(ct_export *program, const char *path, FILE *labels)
{
	CT_SCOPE;
	CT_INFERENCE_MODE_SCOPE;
	ct_tensor *x, *scores, *values, *classes;
	int64_t side, top;

	CT_TRY(ct_manual_seed(0));
	CT_TRY(picture_side(program, &side));
	CT_TRY(path ? read_picture(path, side, &x) : CT(randn, &x, CT_L(1, 3, side, side)));
	scores = CT_E(softmax_int, CT_M(ct_export_module(program), x), 1);
	CT_TRY(CT_FINISH(CT_E(select, scores, 0, 0), &scores));
	top = ct_tensor_numel(scores) < 5 ? ct_tensor_numel(scores) : 5;
	CT_TRY(CT(topk, &values, &classes, scores, top));
	for (int64_t i = 0; i < ct_tensor_numel(classes); i++)
		print_class(CT_ITEM(CT_E(select, values, 0, i)),
			    (int)CT_ITEM(CT_E(select, classes, 0, i)), labels);
	return CT_DONE();
}

int main(int argc, char **argv)
{
	FILE *labels = argc > 3 ? fopen(argv[3], "r") : NULL;
	ct_export *program;

	if (argc < 2)
		return fputs("Usage: run_exported MODEL.pt2 [PICTURE [LABELS]]\n", stderr), 2;
	if (argc > 3 && labels == NULL)
		return perror(argv[3]), 1;
	CT_CHECK(ct_export_load(argv[1], NULL, &program));
	CT_CHECK(run(program, argv[2], labels));
	ct_export_free(program);
	if (labels)
		fclose(labels);
	return 0;
}
