/*
 * mistakes [NAME]: makes one mistake, or one after another, that ends the program, since the
 * function at fault returns no error; and prints what it said on the way out, and how it ended.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ctorch/ctorch.h>
#include <ctorch/nn/nn.h>

/* These are in messages as the place of a call. */
ct_tensor *make_tensor(void);
ct_tensor *free_tensor(ct_tensor *tensor);
void close_scope(ct_scope *scope);

ct_tensor *make_tensor(void)
{
	const float values[] = { 1, 2, 3, 4 };
	ct_tensor *tensor = NULL;

	CT_CHECK(ct_tensor_from_data(values, CT_FLOAT32, CT_L(4), &tensor));
	return tensor;
}

ct_tensor *free_tensor(ct_tensor *tensor)
{
	ct_tensor_free(tensor);
	return tensor;
}

void close_scope(ct_scope *scope)
{
	CT_CHECK(ct_scope_close(scope));
}

/* A tensor that went with its scope. */
static ct_tensor *left_in_scope(void)
{
	ct_scope *scope = ct_scope_open_named("evaluation");
	ct_tensor *tensor = make_tensor();

	close_scope(scope);
	return tensor;
}

/* --- Freeing --------------------------------------------------------------------------------- */

static void free_twice(ct_tensor *freed)
{
	ct_tensor_free(freed);
}

static void free_after_scope(ct_tensor *freed)
{
	(void)freed;
	ct_tensor_free(left_in_scope());
}

static void free_list_with_freed(ct_tensor *freed)
{
	ct_tensor **parts = NULL, *tensor = make_tensor();
	int64_t n = 0;

	(void)freed;
	CT_CHECK(ct_split_Tensor(tensor, 1, 0, &parts, &n));
	ct_tensor_free(parts[2]);
	ct_tensors_free(parts, n);
}

static void free_list_twice(ct_tensor *freed)
{
	ct_tensor **list = malloc(2 * sizeof *list);

	if (list == NULL)
		return;
	list[0] = make_tensor();
	list[1] = freed;
	ct_tensors_free(list, 2);
}

static void free_variable(ct_tensor *freed)
{
	double variable = 0;

	(void)freed;
	ct_tensor_free((ct_tensor *)&variable);
}

static void free_generator_as_tensor(ct_tensor *freed)
{
	ct_generator *generator = NULL;

	(void)freed;
	CT_CHECK(ct_generator_new(CT_DEVICE_CPU, &generator));
	ct_tensor_free((ct_tensor *)generator);
}

static void free_later_freed(ct_tensor *freed)
{
	ct_tensor_free_later(freed);
}

static void free_later_twice(ct_tensor *freed)
{
	ct_tensor *tensor = make_tensor();

	(void)freed;
	ct_tensor_free_later(tensor);
	ct_tensor_free_later(tensor);
	ct_tensor_free_pending();
}

static void free_later_and_now(ct_tensor *freed)
{
	ct_tensor *tensor = make_tensor();

	(void)freed;
	ct_tensor_free_later(tensor);
	ct_tensor_free(tensor);
	ct_tensor_free_pending();
}

/* --- Scopes ---------------------------------------------------------------------------------- */

static void free_later_of_scope(ct_tensor *freed)
{
	(void)freed;
	ct_scope_open_named("evaluation");
	ct_tensor_free_later(make_tensor());
}

static void *free_it(void *tensor)
{
	free_tensor(tensor);
	return NULL;
}

static void *free_it_later(void *tensor)
{
	ct_tensor_free_later(tensor);
	return NULL;
}

static void *free_list(void *tensor)
{
	ct_tensor **list = malloc(sizeof *list);

	if (list == NULL)
		return NULL;
	list[0] = tensor;
	ct_tensors_free(list, 1);
	return NULL;
}

/* A thread does this to a tensor that belongs to a scope of the main one. */
static void in_thread(void *(*body)(void *))
{
	pthread_t thread;
	ct_tensor *tensor;

	ct_scope_open_named("evaluation");
	tensor = make_tensor();
	if (pthread_create(&thread, NULL, body, tensor) == 0)
		pthread_join(thread, NULL);
}

static void free_in_other_thread(ct_tensor *freed)
{
	(void)freed;
	in_thread(free_it);
}

static void free_later_in_other_thread(ct_tensor *freed)
{
	(void)freed;
	in_thread(free_it_later);
}

static void free_list_in_other_thread(ct_tensor *freed)
{
	(void)freed;
	in_thread(free_list);
}

static ct_tensor *shared_with_inner_scope(ct_tensor *tensor)
{
	return ct_tensor_retain(tensor);
}

static ct_tensor *moved_up(ct_tensor *tensor)
{
	tensor = make_tensor();
	ct_scope_move_up(tensor);
	return tensor;
}

/* A tensor that an inner scope had a part in, which is closed, and whose name is gone. */
static void free_of_outer(ct_tensor *(*in_inner)(ct_tensor *))
{
	char name[] = "inner";
	ct_scope *inner;
	ct_tensor *tensor;
	pthread_t thread;

	ct_scope_open_named("outer");
	tensor = make_tensor();
	inner = ct_scope_open_named(name);
	tensor = in_inner(tensor);
	close_scope(inner);
	memset(name, '?', strlen(name));
	if (pthread_create(&thread, NULL, free_it, tensor) == 0)
		pthread_join(thread, NULL);
}

static void free_of_outer_scope_in_other_thread(ct_tensor *freed)
{
	(void)freed;
	free_of_outer(shared_with_inner_scope);
}

static void free_of_moved_up_in_other_thread(ct_tensor *freed)
{
	(void)freed;
	free_of_outer(moved_up);
}

static void keep_in_scope(ct_tensor *freed)
{
	ct_scope_open();
	ct_scope_disown(freed);
}

static void keep_after_scope(ct_tensor *freed)
{
	(void)freed;
	ct_scope_disown(left_in_scope());
}

static void move_up(ct_tensor *freed)
{
	ct_scope_open();
	ct_scope_move_up(freed);
}

/* --- Asking ---------------------------------------------------------------------------------- */

static void keep(ct_tensor *freed)
{
	ct_tensor_retain(freed);
}

static void size_after_scope(ct_tensor *freed)
{
	(void)freed;
	ct_tensor_size(left_in_scope(), 0);
}

static void dim_of_variable(ct_tensor *freed)
{
	double variable = 0;

	(void)freed;
	ct_tensor_dim((ct_tensor *)&variable);
}

/* What was printed before must not be lost. */
static void dim_after_output(ct_tensor *freed)
{
	printf("printed before\n");
	ct_tensor_dim(freed);
}

#define GETTER(name, call)                 \
	static void name(ct_tensor *freed) \
	{                                  \
		(void)call;                \
	}
GETTER(data, ct_tensor_data(freed))
GETTER(mutable_data, ct_tensor_mutable_data(freed))
GETTER(dim, ct_tensor_dim(freed))
GETTER(shape, ct_tensor_shape(freed))
GETTER(strides, ct_tensor_strides(freed))
GETTER(size, ct_tensor_size(freed, 0))
GETTER(numel, ct_tensor_numel(freed))
GETTER(element_size, ct_tensor_element_size(freed))
GETTER(storage_offset, ct_tensor_storage_offset(freed))
GETTER(dtype, ct_tensor_dtype(freed))
GETTER(device, ct_tensor_device(freed))
GETTER(layout, ct_tensor_layout(freed))
GETTER(is_contiguous, ct_tensor_is_contiguous(freed))
GETTER(is_nested, ct_tensor_is_nested(freed))
GETTER(is_quantized, ct_tensor_is_quantized(freed))
GETTER(is_conj, ct_tensor_is_conj(freed))
GETTER(is_neg, ct_tensor_is_neg(freed))
GETTER(requires_grad, ct_tensor_requires_grad(freed))
GETTER(is_leaf, ct_tensor_is_leaf(freed))

/* --- Modules --------------------------------------------------------------------------------- */

static ct_module *make_module(const char *class_name)
{
	ct_module *module = NULL;

	CT_CHECK(ct_nn_new(class_name, NULL, NULL, &module));
	return module;
}

static void free_module_twice(ct_tensor *freed)
{
	ct_module *module = make_module("ReLU");

	(void)freed;
	ct_module_free(module);
	ct_module_free(module);
}

/* The parent's child, which was not kept. */
static void free_child(ct_tensor *freed)
{
	ct_module *parent = make_module("Sequential"), *child = make_module("ReLU");

	(void)freed;
	CT_CHECK(ct_module_add_module(parent, "0", child, NULL));
	ct_module_free(child);
	ct_module_free(ct_module_child_at(parent, 0));
}

static void child_after_parent(ct_tensor *freed)
{
	ct_module *parent = make_module("Sequential"), *child = make_module("ReLU");

	(void)freed;
	CT_CHECK(ct_module_add_module(parent, "0", child, NULL));
	ct_module_free(child);
	ct_module_free(parent);
	ct_module_is_training(child);
}

static void variable_as_module(ct_tensor *freed)
{
	double variable = 0;

	(void)freed;
	ct_module_is_training((ct_module *)&variable);
}

#define MISTAKE(name)       \
	{                   \
#name, name \
	}

static const struct mistake {
	const char *name;
	void (*make)(ct_tensor *freed);
} mistakes[] = {
	MISTAKE(free_twice),
	MISTAKE(free_after_scope),
	MISTAKE(free_list_with_freed),
	MISTAKE(free_list_twice),
	MISTAKE(free_variable),
	MISTAKE(free_generator_as_tensor),
	MISTAKE(free_later_freed),
	MISTAKE(free_later_twice),
	MISTAKE(free_later_and_now),
	MISTAKE(free_later_of_scope),
	MISTAKE(free_in_other_thread),
	MISTAKE(free_later_in_other_thread),
	MISTAKE(free_list_in_other_thread),
	MISTAKE(free_of_outer_scope_in_other_thread),
	MISTAKE(free_of_moved_up_in_other_thread),
	MISTAKE(keep_in_scope),
	MISTAKE(keep_after_scope),
	MISTAKE(move_up),
	MISTAKE(keep),
	MISTAKE(size_after_scope),
	MISTAKE(dim_of_variable),
	MISTAKE(dim_after_output),
	MISTAKE(data),
	MISTAKE(mutable_data),
	MISTAKE(dim),
	MISTAKE(shape),
	MISTAKE(strides),
	MISTAKE(size),
	MISTAKE(numel),
	MISTAKE(element_size),
	MISTAKE(storage_offset),
	MISTAKE(dtype),
	MISTAKE(device),
	MISTAKE(layout),
	MISTAKE(is_contiguous),
	MISTAKE(is_nested),
	MISTAKE(is_quantized),
	MISTAKE(is_conj),
	MISTAKE(is_neg),
	MISTAKE(requires_grad),
	MISTAKE(is_leaf),
	MISTAKE(free_module_twice),
	MISTAKE(free_child),
	MISTAKE(child_after_parent),
	MISTAKE(variable_as_module),
};

/* In a process of its own. This one never calls the library, so it has no threads that a child
 * would miss. */
static int make_mistake(const struct mistake *mistake)
{
	int status = 0;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (child < 0) {
		perror("fork");
		return EXIT_FAILURE;
	}
	if (child == 0) {
		dup2(STDOUT_FILENO, STDERR_FILENO);
		mistake->make(free_tensor(make_tensor()));
		exit(EXIT_SUCCESS);
	}
	waitpid(child, &status, 0);
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
		printf("%s: aborted\n\n", mistake->name);
	else
		printf("%s: status %d\n\n", mistake->name, status);
	return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	int status = EXIT_SUCCESS;

	for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
		if (argc < 2 || strcmp(argv[1], mistakes[i].name) == 0)
			status |= make_mistake(&mistakes[i]);
	return status;
}
