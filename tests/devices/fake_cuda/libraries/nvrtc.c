/* nvrtc.c: compiles any source to an empty program, whose kernels have their own names. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "internal.h"

enum { SUCCESS, OUT_OF_MEMORY, PROGRAM_CREATION_FAILURE, INVALID_INPUT };

struct program {
	struct expression {
		char *text;
		struct expression *next;
	} * expressions;
};

const char *nvrtcGetErrorString(int result);
int nvrtcVersion(int *major, int *minor);
int nvrtcCreateProgram(struct program **program, const char *source, const char *name, int count,
		       const char *const *headers, const char *const *names);
int nvrtcDestroyProgram(struct program **program);
int nvrtcCompileProgram(struct program *program, int count, const char *const *options);
int nvrtcGetPTXSize(struct program *program, size_t *nbytes);
int nvrtcGetPTX(struct program *program, char *text);
int nvrtcGetCUBINSize(struct program *program, size_t *nbytes);
int nvrtcGetCUBIN(struct program *program, char *text);
int nvrtcGetProgramLogSize(struct program *program, size_t *nbytes);
int nvrtcGetProgramLog(struct program *program, char *text);
int nvrtcAddNameExpression(struct program *program, const char *text);
int nvrtcGetLoweredName(struct program *program, const char *text, const char **name);

const char *nvrtcGetErrorString(int result)
{
	return result == SUCCESS ? "NVRTC_SUCCESS" : "NVRTC_ERROR_INVALID_INPUT";
}

int nvrtcVersion(int *major, int *minor)
{
	*major = CUDART_VERSION / 1000;
	*minor = CUDART_VERSION % 1000 / 10;
	return SUCCESS;
}

int nvrtcCreateProgram(struct program **program, const char *source, const char *name, int count,
		       const char *const *headers, const char *const *names)
{
	(void)source, (void)name, (void)count, (void)headers, (void)names;
	*program = calloc(1, sizeof **program);
	return *program ? SUCCESS : OUT_OF_MEMORY;
}

int nvrtcDestroyProgram(struct program **program)
{
	struct expression *next;

	for (struct expression *it = (*program)->expressions; it; it = next) {
		next = it->next;
		free(it->text);
		free(it);
	}
	free(*program);
	*program = NULL;
	return SUCCESS;
}

int nvrtcCompileProgram(struct program *program, int count, const char *const *options)
{
	(void)program, (void)count, (void)options;
	return SUCCESS;
}

/* Everything that it writes is an empty text. */
static int write_size(size_t *nbytes)
{
	*nbytes = 1;
	return SUCCESS;
}

static int write_text(char *text)
{
	*text = '\0';
	return SUCCESS;
}

int nvrtcGetPTXSize(struct program *program, size_t *nbytes)
{
	(void)program;
	return write_size(nbytes);
}

int nvrtcGetPTX(struct program *program, char *text)
{
	(void)program;
	return write_text(text);
}

int nvrtcGetCUBINSize(struct program *program, size_t *nbytes)
{
	(void)program;
	return write_size(nbytes);
}

int nvrtcGetCUBIN(struct program *program, char *text)
{
	(void)program;
	return write_text(text);
}

int nvrtcGetProgramLogSize(struct program *program, size_t *nbytes)
{
	(void)program;
	return write_size(nbytes);
}

int nvrtcGetProgramLog(struct program *program, char *text)
{
	(void)program;
	return write_text(text);
}

int nvrtcAddNameExpression(struct program *program, const char *text)
{
	struct expression *expression = calloc(1, sizeof *expression);

	if (!expression || !(expression->text = strdup(text))) {
		free(expression);
		return OUT_OF_MEMORY;
	}
	expression->next = program->expressions;
	program->expressions = expression;
	return SUCCESS;
}

int nvrtcGetLoweredName(struct program *program, const char *text, const char **name)
{
	for (struct expression *it = program->expressions; it; it = it->next)
		if (strcmp(it->text, text) == 0) {
			*name = it->text;
			return SUCCESS;
		}
	return INVALID_INPUT;
}
