/*
 * What is lost when the library itself finds no memory: nothing. A program of its own, since it
 * takes the place of malloc(), calloc() and realloc(), which here fail for one caller: libctorch.
 */
#include "suites.h"
#include "testing.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		scopes_suite, steps_suite, tracking_suite, texts_suite, values_suite, files_suite,
		graphs_suite, modules_suite, models_suite, npz_suite, safetensors_suite, save_suite,
		NULL });
}
