/*
 * shared_peer: the other process of shared_suite.c. It reads commands, one per line, and answers
 * each with one line:
 *
 *   share N        a tensor of 0, 1, ... N - 1 is shared; its handle
 *   open HANDLE    makes it the tensor; its sum
 *   sum            the tensor's sum
 *   add X          adds X to every element; the new sum
 *   free           gives the tensor up
 *   fork           makes a child that does nothing until it is killed; its pid
 *   exec           this process becomes another program, which waits; it answers first
 *   exit           ends without freeing anything
 *
 * An error is a line that begins with "error: ".
 */
#define _GNU_SOURCE

#include <ctorch/ctorch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static ct_tensor *tensor;

static ct_error add(double x)
{
	return ct_add__Scalar(tensor, ct_scalar_float(x), ct_scalar_int(1), NULL);
}

static ct_error answer_sum(void)
{
	ct_tensor *sum;
	double value;

	CT_TRY(ct_sum(tensor, CT_FLOAT64, &sum));
	CT_TRY(ct_tensor_item_double(sum, &value));
	ct_tensor_free(sum);
	printf("%g\n", value);
	return NULL;
}

static ct_error share(int64_t n)
{
	char *handle;

	CT_TRY(ct_arange(ct_scalar_int(n), CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			 &tensor));
	CT_TRY(ct_tensor_share_memory(tensor));
	CT_TRY(ct_tensor_shared_handle(tensor, &handle));
	puts(handle);
	ct_free(handle);
	return NULL;
}

static ct_error answer_fork(void)
{
	pid_t child = fork();

	if (child == 0) {
		/* Only the parent uses the pipes. */
		close(0);
		close(1);
		for (;;)
			pause();
	}
	printf("%ld\n", (long)child);
	return NULL;
}

static ct_error answer(char *command)
{
	char *argument = strchr(command, ' ');

	if (argument)
		*argument++ = '\0';
	if (!strcmp(command, "share"))
		return share(strtoll(argument, NULL, 10));
	if (!strcmp(command, "open")) {
		CT_TRY(ct_tensor_open_shared(argument, &tensor));
		return answer_sum();
	}
	if (!strcmp(command, "sum"))
		return answer_sum();
	if (!strcmp(command, "add")) {
		CT_TRY(add(strtod(argument, NULL)));
		return answer_sum();
	}
	if (!strcmp(command, "fork"))
		return answer_fork();
	if (!strcmp(command, "free")) {
		ct_tensor_free(tensor);
		tensor = NULL;
	}
	puts("ok");
	fflush(stdout);
	if (!strcmp(command, "exec"))
		execlp("sleep", "sleep", "600", (char *)NULL);
	if (!strcmp(command, "exit"))
		exit(0);
	return NULL;
}

int main(void)
{
	char line[4096];

	while (fgets(line, sizeof line, stdin)) {
		ct_error error;

		line[strcspn(line, "\n")] = '\0';
		error = answer(line);
		if (error)
			printf("error: %s\n", error);
		ct_error_free(error);
		fflush(stdout);
	}
	ct_tensor_free(tensor);
	return 0;
}
