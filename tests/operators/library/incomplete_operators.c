/* A library that was linked without a function that it needs. */
int incomplete_operators(void);
int a_function_that_nobody_has(void);

int incomplete_operators(void)
{
	return a_function_that_nobody_has();
}
