/* What module classes consist of, as classes.yaml writes it. */
#include "classes/parts.h"
#include "support.h"

/* --- expressions ------------------------------------------------------------------------------ */

static const char *const signs[] = {
	[EXPRESSION_OR] = "or",   [EXPRESSION_EQUAL] = "==",   [EXPRESSION_UNEQUAL] = "!=",
	[EXPRESSION_LESS] = "<",  [EXPRESSION_PLUS] = "+",     [EXPRESSION_MINUS] = "-",
	[EXPRESSION_TIMES] = "*", [EXPRESSION_QUOTIENT] = "/", [EXPRESSION_POWER] = "**",
	[EXPRESSION_NOT] = "not", [EXPRESSION_CHOICE] = "if",  [EXPRESSION_ARRAY] = "array",
};

static const char *expression_text(const struct expression *expression)
{
	const char *parts = "";

	for (size_t i = 0; i < expression->parts.len; i++)
		parts = arena_printf(&arena, "%s %s", parts,
				     expression_text(&expression->parts.at[i]));
	switch (expression->kind) {
	case EXPRESSION_NUMBER:
		return arena_printf(&arena, "%lld", expression->number);
	case EXPRESSION_BOOL:
		return expression->number ? "true" : "false";
	case EXPRESSION_TEXT:
		return arena_printf(&arena, "'%s'", expression->text);
	case EXPRESSION_NAME:
		return expression->text;
	case EXPRESSION_LIST:
		return arena_printf(&arena, "#%s", expression->text);
	case EXPRESSION_PRODUCT:
		return arena_printf(&arena, "(product %s)", expression->text);
	case EXPRESSION_ELEMENT:
		return arena_printf(&arena, "(%s[]%s)", expression->text, parts);
	case EXPRESSION_INPUT:
		return arena_printf(&arena, "(input %lld)", expression->number);
	default:
		return arena_printf(&arena, "(%s%s)", signs[expression->kind], parts);
	}
}

static const struct {
	const char *text, *tree; /* NULL: it is refused */
} expressions[] = {
	{ "3", "3" },
	{ "true", "true" },
	{ "falsehood", "falsehood" },
	{ "\"LSTM\"", "'LSTM'" },
	{ "cutoffs.len", "#cutoffs" },
	{ "product(sizes)", "(product sizes)" },
	{ "cutoffs[i + 1]", "(cutoffs[] (+ i 1))" },
	{ "input[-2]", "(input -2)" },
	{ "input[1]", "(input 1)" },
	{ "[n]", "(array n)" },
	{ "a + b * c", "(+ a (* b c))" },
	{ "a * b / c", "(/ (* a b) c)" },
	{ "a - b - c", "(- (- a b) c)" },
	{ "a / b ** (i + 1)", "(/ a (** b (+ i 1)))" },
	{ "(a + b) * c", "(* (+ a b) c)" },
	{ "not a == b", "(not (== a b))" },
	{ "a or b", "(or a b)" },
	{ "(a or b) != c", "(!= (or a b) c)" },
	{ "a + 1 < b.len", "(< (+ a 1) #b)" },
	{ "a if b else c", "(if b a c)" },
	{ "1 if a else 2 if b else 3", "(if a 1 (if b 2 3))" },
	{ "ifs", "ifs" },
	{ "(((((((a)))))))", "a" },
	{ "((((((((a))))))))", NULL },
	{ "a+a+a+a+a+a+a+a", "(+ (+ (+ (+ (+ (+ (+ a a) a) a) a) a) a) a)" },
	{ "a+a+a+a+a+a+a+a+a+a", NULL },
	{ "", NULL },
	{ "a +", NULL },
	{ "a if b", NULL },
	{ "a if else c", NULL },
	{ "\"LSTM", NULL },
	{ "2n", NULL },
	{ "a.length", NULL },
	{ "a[1", NULL },
	{ "input[x]", NULL },
	{ "product(2)", NULL },
	{ "99999999999999999999", NULL },
	{ "a b", NULL },
};

START_TEST(an_expression_is_a_tree)
{
	struct text_parser p = { &arena, expressions[_i].text, 0 };
	struct expression expression;
	const bool fine = expression_parse(&p, &expression) && !*p.at;

	ck_assert_int_eq(fine, expressions[_i].tree != NULL);
	if (fine)
		ck_assert_str_eq(expression_text(&expression), expressions[_i].tree);
}
END_TEST

/* --- parts ------------------------------------------------------------------------------------ */

static const char *size_text(const struct parameter_size *size)
{
	switch (size->kind) {
	case SIZE_EXPRESSION:
		return expression_text(&size->expression);
	case SIZE_ELEMENTS:
		return arena_printf(&arena, "%s...", size->name);
	case SIZE_SHAPE:
		return arena_printf(&arena, "shape of %s", size->name);
	}
	return NULL;
}

static const char *module_text(const struct made_module *module)
{
	const char *text = module->class ? arena_printf(&arena, "new %s", module->class)
					 : module->name;

	for (size_t i = 0; i < module->arguments.len; i++) {
		const struct made_argument *argument = &module->arguments.at[i];

		text = arena_printf(&arena, "%s %s=%s", text, argument->name,
				    argument->module ? module_text(argument->module)
						     : expression_text(&argument->expression));
	}
	return arena_printf(&arena, "{%s}", text);
}

static const char *part_text(const struct class_part *part, bool is_child)
{
	const char *text = arena_printf(&arena, "%s%s%s:", part->is_lazy ? "lazy " : "",
					part->is_buffer ? "buffer " : "", part->path);

	for (size_t i = 0; i < part->shape.len; i++)
		text = arena_printf(&arena, "%s %s", text, size_text(&part->shape.at[i]));
	if (is_child)
		text = arena_printf(&arena, "%s %s", text, module_text(&part->module));
	for (size_t i = 0; i < part->conditions.len; i++)
		text = arena_printf(&arena, "%s ?%s", text,
				    expression_text(&part->conditions.at[i]));
	return text;
}

static const char *parts_text(const struct class_parts *parts, bool are_children)
{
	const char *text = "";

	for (size_t i = 0; i < parts->len; i++) {
		const struct class_group *group = &parts->at[i];

		if (group->index)
			text = arena_printf(&arena, "%s%s<%s: ", text, group->index,
					    expression_text(&group->count));
		for (size_t j = 0; j < group->parts.len; j++)
			text = arena_printf(&arena, "%s%s; ", text,
					    part_text(&group->parts.at[j], are_children));
	}
	return text;
}

static const struct {
	const char *text, *read; /* NULL: it is refused */
} parameters[] = {
	{ NULL, "" },
	{ "weight(a, b)", "weight: a b; " },
	{ "weight(4 * a, b / c, k...); bias(a) if bias",
	  "weight: (* 4 a) (/ b c) k...; bias: a ?bias; " },
	{ "bias(a) if affine and not bias", "bias: a ?affine ?(not bias); " },
	{ "bias(a if b else c) if b or c", "bias: (if b a c) ?(or b c); " },
	{ "buffer weight(weight.shape) if weight", "buffer weight: shape of weight ?weight; " },
	{ "lazy buffer mean(input[1])", "lazy buffer mean: (input 1); " },
	{ "buffer count()", "buffer count:; " },
	{ "buffered(a)", "buffered: a; " },
	{ "for i < n { w{i}(a); b{i}(a) if b }; c(a)", "i<n: w{i}: a; b{i}: a ?b; c: a; " },
	{ "", NULL },
	{ "weight", NULL },
	{ "weight(a", NULL },
	{ "weight(a,)", NULL },
	{ "weight(a) if", NULL },
	{ "weight(a) unless b", NULL },
	{ "weight(a);", NULL },
	{ "weight(a / )", NULL },
	{ "weight = Linear()", NULL },
	{ "for i < n { }", NULL },
	{ "for i < n { w{i}(a)", NULL },
	{ "for < n { w(a) }", NULL },
	{ "for i { w(a) }", NULL },
};

START_TEST(parameters_of_a_class_are_read)
{
	struct class_parts read;
	const bool fine = parts_parse(&arena, parameters[_i].text, false, &read);

	ck_assert_int_eq(fine, parameters[_i].read != NULL);
	if (fine)
		ck_assert_str_eq(parts_text(&read, false), parameters[_i].read);
}
END_TEST

static const struct {
	const char *text, *read;
} children[] = {
	{ "norm = norm if norm", "norm: {norm} ?norm; " },
	{ "act = ReLU()", "act: {new ReLU}; " },
	{ "a = Linear(in_features=n + 1, bias=false); b = c",
	  "a: {new Linear in_features=(+ n 1) bias=false}; b: {c}; " },
	{ "for i < n { layers.{i} = layer }", "i<n: layers.{i}: {layer}; " },
	{ "a = Encoder(layer=Layer(n=n), n=2)", "a: {new Encoder layer={new Layer n=n} n=2}; " },
	{ "a = A(a=A(a=A(a=n)))", "a: {new A a={new A a={new A a=n}}}; " },
	{ "a = A(a=A(a=A(a=A())))", NULL },
	{ "a =", NULL },
	{ "a = A(", NULL },
	{ "a = A(n)", NULL },
	{ "a = A(n=)", NULL },
	{ "a(n)", NULL },
};

START_TEST(children_of_a_class_are_read)
{
	struct class_parts read;
	const bool fine = parts_parse(&arena, children[_i].text, true, &read);

	ck_assert_int_eq(fine, children[_i].read != NULL);
	if (fine)
		ck_assert_str_eq(parts_text(&read, true), children[_i].read);
}
END_TEST

START_TEST(a_container_says_what_it_holds)
{
	const char *of, *by;

	ck_assert(contents_parse(&arena, "modules by index", &of, &by));
	ck_assert_str_eq(of, "modules");
	ck_assert_str_eq(by, "index");
	ck_assert(contents_parse(&arena, "parameters by name", &of, &by));
	ck_assert(!contents_parse(&arena, "modules", &of, &by));
	ck_assert(!contents_parse(&arena, "tensors by index", &of, &by));
	ck_assert(!contents_parse(&arena, "modules by hand", &of, &by));
	ck_assert(!contents_parse(&arena, "modules by index or name", &of, &by));
}
END_TEST

#define LOOP(tcase, test, table) \
	tcase_add_loop_test(tcase, test, 0, sizeof(table) / sizeof *(table))

Suite *parts_suite(void)
{
	Suite *suite = suite_create("parts");
	TCase *tcase = add_case(suite, "parts");

	LOOP(tcase, an_expression_is_a_tree, expressions);
	LOOP(tcase, parameters_of_a_class_are_read, parameters);
	LOOP(tcase, children_of_a_class_are_read, children);
	tcase_add_test(tcase, a_container_says_what_it_holds);
	return suite;
}
