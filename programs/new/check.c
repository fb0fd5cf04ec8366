/*
 * check.c: the test that ctest runs. Each of its parts returns an error if something is wrong.
 */
#include <stdio.h>

#include "data.h"
#include "model.h"

#define EXPECT(condition)                                                               \
	do {                                                                            \
		if (!(condition))                                                       \
			return ct_error_new(CT_ERROR_RUNTIME, __func__,                 \
					    "line %d: expected " #condition, __LINE__); \
	} while (0)

static ct_error samples_are_points_with_a_spiral(void)
{
	CT_SCOPE;
	ct_dataset *data;
	int64_t count = 0;

	CT_TRY(data_new(10, 0, &data));
	ct_data_loader *loader = CT_DATA_LOADER(data, .batch_size = 4);

	CT_TRY(CT_DONE());
	CT_EACH_BATCH (batch, loader) {
		EXPECT(ct_tensor_size(batch->data, 1) == 2);
		EXPECT(ct_tensor_size(batch->target, 0) == batch->size);
		EXPECT(CT_ITEM(CT_E(select_int, batch->target, 0, 1)) == 1);
		count += batch->size;
	}
	EXPECT(count == 10);
	return NULL;
}

static ct_error training_makes_it_better(void)
{
	CT_SCOPE;
	CT_TRY(ct_manual_seed(0));
	CT_TRY(ct_set_num_threads(1)); /* as in main.c */
	ct_dataset *data;
	ct_module *model = model_new();
	ct_optimizer *optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(model), .lr = 0.01);
	double first, last, accuracy;

	CT_TRY(data_new(400, 0, &data));
	ct_data_loader *loader = CT_DATA_LOADER(data, .batch_size = 40, .shuffle = true);

	CT_TRY(CT_DONE());
	CT_TRY(model_train(model, optimizer, loader, &first));
	for (int epoch = 0; epoch < 50; epoch++)
		CT_TRY(model_train(model, optimizer, loader, &last));
	CT_TRY(model_test(model, loader, &accuracy));
	EXPECT(last < first / 2);
	EXPECT(accuracy > 0.9);
	return NULL;
}

static ct_error a_saved_model_answers_the_same(void)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_module *model = model_new(), *loaded = model_new();
	ct_tensor *points = CT_E(randn, CT_L(5, 2));

	CT_TRY(CT_DONE());
	EXPECT(!CT_ITEM(CT_E(all, CT_E(eq_Tensor, CT_M(model, points), CT_M(loaded, points)))));
	CT_TRY(ct_module_save(model, "check.pt"));
	CT_TRY(ct_module_load(loaded, "check.pt", NULL, NULL));
	EXPECT(CT_ITEM(CT_E(all, CT_E(eq_Tensor, CT_M(model, points), CT_M(loaded, points)))));
	EXPECT(remove("check.pt") == 0);
	return NULL;
}

int main(void)
{
	CT_CHECK(samples_are_points_with_a_spiral());
	CT_CHECK(training_makes_it_better());
	CT_CHECK(a_saved_model_answers_the_same());
	puts("all tests passed");
	return 0;
}
