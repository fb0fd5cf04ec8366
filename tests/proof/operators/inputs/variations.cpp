/*
 * Variations of a sample: the same call with one change. Those that the operator refuses are just
 * as useful: both sides must refuse them with the same text.
 */
#include "language/sample.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include "inputs/synthesize.hpp"
#include "inputs/telling.hpp"
#include "language/words.hpp"

namespace ops {

namespace {

using expr_list = std::vector<expr>;

bool is_call(const expr &value)
{
	return value.kind == expr_kind::call;
}

bool is_floating(c10::ScalarType dtype)
{
	return c10::isFloatingType(dtype) || c10::isComplexType(dtype);
}

expr none()
{
	expr value;
	value.kind = expr_kind::none;
	return value;
}

class varier {
public:
	varier(const sample &base, const c10::FunctionSchema &schema, size_t limit)
	    : base_(base), schema_(schema), limit_(limit)
	{
	}

	std::vector<sample> all();

private:
	const sample &base_;
	const c10::FunctionSchema &schema_;
	size_t limit_;
	std::vector<sample> made_;
	std::set<std::string> seen_;
	/* Not tried yet; grouped by kind. */
	std::vector<std::vector<sample>> kinds_;

	bool can_be_made(const sample &sample) const;
	void keep(sample made);
	void collect(void (varier::*kind)());
	void take_turns();
	void add(const expr_list &arguments, const std::string &what);
	void add_tensors(const std::string &what, const std::function<void(expr &)> &change);
	void add_outs(const std::string &what, const std::function<void(expr &)> &change);
	void add_argument(size_t index, const expr &value, const std::string &what);

	void optionals();
	void optional(size_t index);
	void defaults();
	void all_given();
	void flipped_bools();
	void right_sized_outs();
	void empty_outs();
	void dtypes();
	void other_dtype(c10::ScalarType dtype, bool floating);
	void forms();
	void sizes();
	void scalars();
	void uneven();
	void numbers();
	void dimensions();
	void lists();
	void wrong_outs();
};

/* A call among the arguments may refuse its own arguments, and some elements fit no other dtype. A
 * sample whose call may not be made is kept, so that it is listed. */
bool varier::can_be_made(const sample &sample) const
{
	const auto calls = [](const expr &argument) { return any_part(argument, is_call); };

	if (std::any_of(sample.arguments.begin(), sample.arguments.end(), calls) &&
	    !may_call(sample, schema_))
		return true;
	try {
		make_arguments(sample, schema_);
		return true;
	} catch (const std::exception &) {
		return false;
	}
}

void varier::keep(sample made)
{
	if (made_.size() >= limit_ || !seen_.insert(print_sample(made, schema_)).second)
		return;
	if (made_.empty() || can_be_made(made))
		made_.push_back(std::move(made));
}

void varier::add(const expr_list &arguments, const std::string &what)
{
	std::string origin = base_.origin + (what.empty() ? "" : ", " + what);
	sample made = { base_.op, arguments, origin, promised::none };

	if (kinds_.empty())
		keep(std::move(made));
	else
		kinds_.back().push_back(std::move(made));
}

void varier::collect(void (varier::*kind)())
{
	kinds_.emplace_back();
	(this->*kind)();
}

/* The first of each kind, the second of each, and so on: if there is not enough room, no kind is
 * left out. */
void varier::take_turns()
{
	size_t most = 0;

	for (const std::vector<sample> &kind : kinds_)
		most = std::max(most, kind.size());
	for (size_t turn = 0; turn < most; turn++)
		for (std::vector<sample> &kind : kinds_)
			if (turn < kind.size())
				keep(std::move(kind[turn]));
}

void varier::add_argument(size_t index, const expr &value, const std::string &what)
{
	expr_list changed = base_.arguments;
	changed[index] = value;
	add(changed, schema_.arguments()[index].name() + " " + what);
}

/* Changes all tensors, in calls and lists as well. */
void varier::add_tensors(const std::string &what, const std::function<void(expr &)> &change)
{
	expr_list changed = base_.arguments;
	for (expr &argument : changed)
		each_tensor(argument, change);
	add(changed, what);
}

/* The value in a sample is usually the default. */
bool is_enumerator(const c10::Argument &argument)
{
	c10::TypePtr type = argument.real_type();
	if (auto optional = type->cast<c10::OptionalType>())
		type = optional->getElementType();
	return type->kind() == c10::TypeKind::LayoutType ||
	       type->kind() == c10::TypeKind::MemoryFormatType;
}

void varier::optional(size_t index)
{
	const c10::Argument &argument = schema_.arguments()[index];
	const bool given = base_.arguments[index].kind != expr_kind::none;

	if (given)
		add_argument(index, none(), "absent");
	if (given && !is_enumerator(argument))
		return;
	for (const expr &value : synthesize(argument, base_.arguments))
		add_argument(index, value, "given");
}

void varier::optionals()
{
	for (size_t i = 0; i < base_.arguments.size(); i++)
		if (schema_.arguments()[i].real_type()->kind() == c10::TypeKind::OptionalType)
			optional(i);
}

void varier::defaults()
{
	expr_list changed = base_.arguments;
	for (size_t i = 0; i < changed.size(); i++)
		if (default_of(schema_.arguments()[i]).kind != expr_kind::omitted)
			changed[i] = default_of(schema_.arguments()[i]);
	add(changed, "defaults");
}

void varier::all_given()
{
	expr_list changed = base_.arguments;
	for (size_t i = 0; i < changed.size(); i++) {
		const c10::Argument &argument = schema_.arguments()[i];
		if (argument.real_type()->kind() != c10::TypeKind::OptionalType ||
		    changed[i].kind != expr_kind::none)
			continue;
		std::vector<expr> values = synthesize(argument, base_.arguments);
		if (!values.empty())
			changed[i] = values[0];
	}
	add(changed, "all given");
}

void varier::flipped_bools()
{
	for (size_t i = 0; i < base_.arguments.size(); i++) {
		expr value = base_.arguments[i];
		if (value.kind == expr_kind::boolean) {
			value.integer = !value.integer;
			add_argument(i, value, "flipped");
		}
		for (size_t j = 0; value.kind == expr_kind::list && j < value.items.size(); j++) {
			if (value.items[j].kind != expr_kind::boolean)
				continue;
			expr flipped = value;
			flipped.items[j].integer = !flipped.items[j].integer;
			add_argument(i, flipped, "[" + std::to_string(j) + "] flipped");
		}
	}
}

void give_sizes(expr &place, const c10::IValue &written)
{
	if (place.kind == expr_kind::tensor && written.isTensor() && written.toTensor().defined())
		place.sizes = written.toTensor().sizes().vec();
	if (place.kind == expr_kind::list && written.isTensorList())
		for (size_t i = 0; i < place.items.size(); i++)
			give_sizes(place.items[i], written.toTensorVector()[i]);
}

/* Makes the tensors to write to as large as the results. */
void varier::right_sized_outs()
{
	bool outs = false;
	for (const c10::Argument &argument : schema_.arguments())
		outs = outs || argument.is_out();
	if (!outs || !may_call(base_, schema_))
		return;
	try {
		std::vector<c10::IValue> written = make_arguments(base_, schema_), stack = written;
		c10::Dispatcher::singleton()
			.findSchemaOrThrow(schema_.name().c_str(), schema_.overload_name().c_str())
			.callBoxed(stack);
		expr_list changed = base_.arguments;
		for (size_t i = 0; i < changed.size(); i++)
			if (schema_.arguments()[i].is_out())
				give_sizes(changed[i], written[i]);
		add(changed, "outs of the right sizes");
	} catch (const std::exception &) {
		/* The operator refuses it with any outs. */
	}
}

void varier::add_outs(const std::string &what, const std::function<void(expr &)> &change)
{
	expr_list changed = base_.arguments;
	for (size_t i = 0; i < changed.size(); i++)
		if (schema_.arguments()[i].is_out() && !any_part(changed[i], is_call))
			each_tensor(changed[i], change);
	add(changed, what);
}

void varier::empty_outs()
{
	add_outs("outs empty", [](expr &tensor) { tensor.sizes = { 0 }; });
}

void varier::wrong_outs()
{
	add_outs("outs of another dtype", [](expr &tensor) {
		tensor.dtype = tensor.dtype == at::kInt ? at::kDouble : at::kInt;
	});
}

void varier::other_dtype(c10::ScalarType dtype, bool floating)
{
	add_tensors(std::string(dtype_name(dtype)), [=](expr &tensor) {
		bool integral = !is_floating(tensor.dtype) && tensor.dtype != at::kBool;
		if (floating ? is_floating(tensor.dtype) : integral)
			tensor.dtype = dtype;
	});
}

/* Floating point tensors are the operands, and the others are indices; without floating point
 * tensors, the integers are the operands. */
void varier::dtypes()
{
	bool floating = false;
	for (expr argument : base_.arguments)
		each_tensor(argument, [&](expr &tensor) {
			floating = floating || is_floating(tensor.dtype);
		});
	if (floating)
		for (c10::ScalarType dtype :
		     { at::kDouble, at::kLong, at::kComplexFloat, at::kBFloat16, at::kBool,
		       at::kHalf, at::kInt, at::kByte, at::kComplexDouble, at::kShort, at::kChar })
			other_dtype(dtype, true);
	else
		for (c10::ScalarType dtype : { at::kFloat, at::kByte, at::kBool })
			other_dtype(dtype, false);
	other_dtype(at::kInt, false);
}

void varier::forms()
{
	add_tensors("strided", [](expr &tensor) { tensor.form = expr_form::strided; });
	add_tensors("channels_last", [](expr &tensor) {
		if (tensor.sizes.size() == 4 || tensor.sizes.size() == 5)
			tensor.form = expr_form::channels_last;
	});
	for (const told_apart &made : kept_formats(base_.arguments, schema_))
		add(made.arguments, made.what);
}

void make_empty(expr &tensor)
{
	if (tensor.sizes.empty())
		return;
	tensor.sizes[0] = 0;
	tensor.items.clear();
}

void make_0_dim(expr &tensor)
{
	tensor.sizes.clear();
	if (!tensor.items.empty())
		tensor.items.resize(1);
	if (tensor.form == expr_form::channels_last)
		tensor.form = expr_form::contiguous;
}

void varier::sizes()
{
	using changer = void (*)(expr &);
	for (auto [change, what] : { std::pair<changer, const char *>{ make_empty, "empty" },
				     std::pair<changer, const char *>{ make_0_dim, "0-dim" } }) {
		bool first = true;
		add_tensors(std::string("first ") + what, [&, change = change](expr &tensor) {
			if (first)
				change(tensor);
			first = false;
		});
		add_tensors(what, change);
	}
}

void varier::scalars()
{
	for (size_t i = 0; i < base_.arguments.size(); i++)
		if (is_scalar(schema_.arguments()[i]) && base_.arguments[i].kind != expr_kind::none)
			for (const char *text : { "2", "1.5", "True", "1+2j" })
				add_argument(i, parse_expr(text), std::string("is ") + text);
}

void varier::dimensions()
{
	for (size_t i = 0; i < base_.arguments.size(); i++) {
		const std::string &name = schema_.arguments()[i].name();
		if (name.compare(0, 3, "dim") != 0 && name != "axis")
			continue;
		if (base_.arguments[i].kind == expr_kind::integer)
			add_argument(i, parse_expr("-1"), "is -1");
		if (base_.arguments[i].kind == expr_kind::list)
			add_argument(i, parse_expr("[-1]"), "is [-1]");
	}
}

/* bool[3]: in C it has no length. */
bool is_of_fixed_length(const c10::Argument &argument)
{
	return argument.real_type()->isSubtypeOf(*c10::ListType::ofBools()) && argument.N();
}

void varier::lists()
{
	for (size_t i = 0; i < base_.arguments.size(); i++)
		if (base_.arguments[i].kind == expr_kind::list &&
		    !is_of_fixed_length(schema_.arguments()[i]))
			add_argument(i, parse_expr("[]"), "is empty");
}

void varier::uneven()
{
	for (const told_apart &made : uneven_lists(base_.arguments, schema_))
		add(made.arguments, made.what);
}

void varier::numbers()
{
	for (const told_apart &made : telling_numbers(base_.arguments, schema_))
		add(made.arguments, made.what);
}

std::vector<sample> varier::all()
{
	add(base_.arguments, "");
	optionals();
	defaults();
	all_given();
	for (auto kind :
	     { &varier::right_sized_outs, &varier::empty_outs, &varier::uneven, &varier::forms,
	       &varier::sizes, &varier::numbers, &varier::dtypes, &varier::dimensions,
	       &varier::lists, &varier::flipped_bools, &varier::scalars, &varier::wrong_outs })
		collect(kind);
	take_turns();
	return std::move(made_);
}

} // namespace

std::vector<sample> variations(const sample &sample, const c10::FunctionSchema &schema,
			       size_t limit)
{
	return varier(sample, schema, limit).all();
}

} // namespace ops
