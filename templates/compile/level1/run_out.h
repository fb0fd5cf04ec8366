
/* The memory of a run, for ${name}_run_out(). Only one run at a time may have it. */
struct ${name}_workspace;

/* Makes one, for any number of runs. Release it with ${name}_workspace_free(). */
ct_error ${name}_workspace_new(struct ${name}_workspace **result) CT_RETURNS_ERROR;

/* Runs the program, and writes results to tensors of the caller, as `out` does in Python. They have
 * the dtypes and sizes of the results, the same order in memory, and share no memory with inputs, with
 * weights or with each other. After an error they may have been written to. In a workspace whose last
 * run had the same sizes, loops allocate no memory. */
ct_error ${name}_run_out(struct ${name} *self, struct ${name}_workspace *workspace${parameters}) CT_RETURNS_ERROR;

/* Releases a workspace. NULL is accepted. */
void ${name}_workspace_free(struct ${name}_workspace *workspace);
