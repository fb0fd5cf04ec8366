/* The public names of torch.nn, torch.optim, torch.amp and torch.distributions in Python that no
 * list has, and the reverse. */
#include "tools/audit/audit.h"

void audit_names(struct audit *audit)
{
	const struct nn *nn = audit->model->nn;

	for (size_t i = 0; nn && i < nn->names.len; i++)
		if (nn->names.at[i]->place == NN_NOWHERE)
			audit_add(audit, (struct finding){ .kind = FINDING_NAME_WITHOUT_C,
							   .what = nn->names.at[i]->python,
							   .where = audit_place(
								   audit, &nn->names.at[i]->loc) });
	for (size_t i = 0; nn && i < nn->strays.len; i++)
		audit_add(audit,
			  (struct finding){ .kind = FINDING_NOT_IN_PYTHON,
					    .what = nn->strays.at[i].python,
					    .where = audit_place(audit, &nn->strays.at[i].loc) });
}
