/* model.h: what @NAME@ trains, and how. */
#ifndef MODEL_H
#define MODEL_H

#include <ctorch/ctorch.h>

/* A network with new weights, which says for a point how likely each spiral is. */
ct_module *model_new(void);

/* Trains it for one epoch; `*loss` is the mean loss. */
ct_error model_train(ct_module *self, ct_optimizer *optimizer, ct_data_loader *loader,
		     double *loss);

/* The share of samples that it classifies correctly, from 0 to 1. */
ct_error model_test(ct_module *self, ct_data_loader *loader, double *accuracy);

#endif
