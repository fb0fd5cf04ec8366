#include <ctype.h>
#include <string.h>

#include "support.h"

/* Whether the text ends with `end` before `length`. */
static bool ends_with(const char *text, size_t length, const char *end)
{
	return length >= strlen(end) && memcmp(text + length - strlen(end), end, strlen(end)) == 0;
}

ct_error use(const ct_tensor *tensor)
{
	bool is_same;

	return ct_is_same_size(tensor, tensor, &is_same);
}

const char *plain(const char *message)
{
	static char text[2048];
	size_t length = 0;

	while (*message && length < sizeof text - 1) {
		text[length++] = *message++;
		if (ends_with(text, length, "0x"))
			message += strspn(message, "0123456789abcdef");
		if (ends_with(text, length, "thread ") && isdigit((unsigned char)*message)) {
			size_t digits = strspn(message, "0123456789");

			/* No thread has the number 0. */
			text[length++] = digits == 1 && *message < '2' ? *message : 'N';
			message += digits;
		}
	}
	text[length] = '\0';
	return text;
}

ct_tensor *make_tensor(void)
{
	const float values[] = { 1, 2, 3, 4 };
	ct_tensor *tensor = NULL;

	OK(ct_tensor_from_data(values, CT_FLOAT32, CT_L(4), &tensor));
	return tensor;
}

ct_tensor *free_tensor(ct_tensor *tensor)
{
	ct_tensor_free(tensor);
	return tensor;
}

ct_tensor *free_later(ct_tensor *tensor)
{
	ct_tensor_free_later(tensor);
	return tensor;
}

ct_scope *open_scope(void)
{
	ct_scope *scope = ct_scope_open();

	ck_assert_ptr_nonnull(scope);
	return scope;
}

ct_scope *open_named(const char *name)
{
	ct_scope *scope = ct_scope_open_named(name);

	ck_assert_ptr_nonnull(scope);
	return scope;
}

void close_scope(ct_scope *scope)
{
	OK(ct_scope_close(scope));
}

void next_step(void)
{
	OK(ct_gc());
}

void finish_steps(void)
{
	OK(ct_gc_finish());
}
