/*
 * What summaries show as a module's kernel: the argument of that name, as Python's module has it. Some
 * classes expand a single number, which their prints show; the others keep it.
 */
#include <string.h>

#include "core/base/text.h"
#include "core/memory/given.h"
#include "nn/layers/class.h"

/* FractionalMaxPool2d expands it and does not print it. */
static bool keeps_number(const struct ct_nn_class *klass)
{
	return strstr(klass->repr, "{kernel_size}") != NULL;
}

static void kernel_size_add_list(struct ct_text *text, ct_ints list, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		ct_text_addf(text, "%s%lld", i ? ", " : "[", (long long)ct_nn_at(list, i));
	ct_text_add(text, "]");
}

ct_error ct_nn_kernel_size(const void *self, char **result)
{
	const struct ct_nn_head *head = self;
	const struct ct_argument *argument = ct_class_argument(&head->klass->of, "kernel_size",
							       strlen("kernel_size"));
	struct ct_text text = { 0 };
	ct_ints list;

	if (argument == NULL || argument->held != CT_HELD_INTS) {
		*result = NULL;
		return NULL;
	}
	list = *(const ct_ints *)((const char *)head->args + argument->offset);
	if (list.len == 1 && keeps_number(head->klass))
		ct_text_addf(&text, "%lld", (long long)list.at[0]);
	else
		kernel_size_add_list(&text, list, list.len == 1 ? argument->size : list.len);
	return ct_text_give(&text, NULL, result);
}
