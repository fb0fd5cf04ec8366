#include "search/explore.hpp"

#include <algorithm>
#include <ctime>

#include <ATen/ATen.h>

#include "call/caller.hpp"
#include "compare/compare.hpp"
#include "call/memory.hpp"
#include "search/processor.hpp"
#include "call/repeat.hpp"
#include "language/sample.hpp"
#include "compare/tensors.hpp"

namespace ops {

/* The number of samples to keep for an operator. */
static const size_t enough_samples = 4;
/* A call that takes longer or makes more is not useful as a sample. */
static const clock_t slowest = 1; /* seconds of processor time */
static const int64_t most_elements = 20000;

explorer::explorer(const c10::OperatorHandle &op, const std::vector<candidate_rule> &rules,
		   std::function<void(const std::string &)> before,
		   const std::set<std::string> &deadly)
    : op_(op), schema_(op.schema()), name_(operator_name(schema_)), candidates_(rules, schema_),
      random_(name_), before_(std::move(before)), deadly_(deadly)
{
}

/* ---- what a sample is worth ---- */

static std::vector<at::Tensor> tensors_in(const std::vector<c10::IValue> &values)
{
	std::vector<at::Tensor> tensors;

	for_each_tensor("", values, [&](const place &, const at::Tensor &tensor) {
		tensors.push_back(tensor);
	});
	return tensors;
}

/* The number of elements: 0 if all results are empty, 1 if they are not tensors. */
static int64_t elements_of(const std::vector<c10::IValue> &results)
{
	const std::vector<at::Tensor> tensors = tensors_in(results);
	int64_t sum = 0;

	if (tensors.empty())
		return 1;
	for (const at::Tensor &tensor : tensors)
		if (tensor.defined())
			sum += tensor.is_nested() ? 1 : tensor.numel();
	return sum;
}

static std::string describe_tensor(const at::Tensor &tensor)
{
	if (!tensor.defined())
		return "undefined";
	std::string text = c10::toString(tensor.scalar_type());
	if (tensor.layout() != at::kStrided || tensor.is_quantized() || tensor.is_nested())
		return text + " of another layout";
	return text + " rank " + std::to_string(tensor.dim()) +
	       (tensor.is_contiguous() ? "" : " with other strides");
}

/* An optional argument counts as given if it is not the default. */
static std::set<std::string> features_of(const sample &sample,
					 const std::vector<c10::IValue> &arguments,
					 const c10::FunctionSchema &schema)
{
	std::set<std::string> features;
	const std::vector<at::Tensor> tensors = tensors_in(arguments);

	for (size_t i = 0; i < arguments.size(); i++) {
		const c10::Argument &argument = schema.arguments()[i];
		std::string text = print_expr(sample.arguments[i]);
		std::string usual = print_expr(default_of(argument));
		if (!usual.empty())
			features.insert(argument.name() + (text == usual ? " absent" : " given"));
		if (arguments[i].isBool() || arguments[i].isString())
			features.insert(argument.name() + " " + text);
	}
	if (!tensors.empty())
		features.insert(describe_tensor(tensors[0]));
	return features;
}

/* A sparse tensor may be made with invalid indices. */
static void read_all(const std::vector<c10::IValue> &results)
{
	for (const at::Tensor &tensor : tensors_in(results))
		if (tensor.defined() && tensor.layout() != at::kStrided)
			tensor.to_dense();
}

/* How visible a mistake would be: more in different floating point numbers than in one zero. */
static size_t richness(const std::vector<c10::IValue> &arguments,
		       const std::vector<c10::IValue> &results)
{
	const std::vector<at::Tensor> given = tensors_in(arguments), made = tensors_in(results);
	size_t sum = !given.empty() && given[0].defined() && given[0].is_floating_point() ? 2 : 0;
	if (made.empty() || !made[0].defined() || made[0].layout() != at::kStrided ||
	    made[0].is_quantized() || made[0].is_nested() || made[0].numel() < 3)
		return sum;
	at::Tensor first = made[0].detach().flatten();
	return sum + 1 + at::isfinite(first).all().item<bool>() +
	       (first != first[0]).any().item<bool>();
}

static bool has_16_bits(const std::vector<c10::IValue> &values)
{
	const std::vector<at::Tensor> tensors = tensors_in(values);

	return std::any_of(tensors.begin(), tensors.end(), [](const at::Tensor &tensor) {
		return tensor.defined() && tensor.is_floating_point() && tensor.element_size() == 2;
	});
}

/* ---- trying ---- */

void explorer::note_error(const attempt &guess, const std::string &error)
{
	std::string kind = without_numbers(error);
	auto known = failure_of_kind_.find(kind);

	if (known == failure_of_kind_.end()) {
		failure_of_kind_[kind] = failures_.size();
		failures_.push_back({ guess, error, read_hints(error, schema_), 1 });
		return;
	}
	failure &same = failures_[known->second];
	same.count++;
	/* Another guess may continue from here. */
	if (random_.chance(20))
		same = { guess, error, read_hints(error, schema_), same.count };
}

static sample sample_of(const std::string &text, const c10::FunctionSchema &schema)
{
	try {
		return parse_sample(text, schema);
	} catch (const expr_error &wrong) {
		throw std::runtime_error("in the text: " + wrong.message);
	}
}

/* Throws for results that are not useful as a sample. */
void explorer::inspect(const sample &sample, const std::vector<c10::IValue> &arguments,
		       const outcome &first, accepted &good)
{
	const std::vector<c10::IValue> again = make_arguments(sample, schema_);
	const int64_t elements = elements_of(first.results);

	if (elements > most_elements)
		throw std::runtime_error("the results are too large");
	if (follows_processor(name_) && has_16_bits(arguments))
		throw std::runtime_error("another processor refuses it");
	read_all(first.results);
	seed_generators();
	const outcome second = call_at(op_, again);
	if (!differences({ arguments, first }, { again, second }).empty())
		throw std::runtime_error("it does not give the same each time");
	good.features = features_of(sample, arguments, schema_);
	good.richness = richness(arguments, first.results);
	good.empty = elements == 0;
}

/* The error, or the fault of the results; "" if the call is good. */
std::string explorer::call(const std::string &text, accepted &good)
{
	outcome result;
	std::string error = error_of([&] {
		const sample sample = sample_of(text, schema_);
		const std::vector<c10::IValue> arguments = make_arguments(sample, schema_);
		const clock_t start = clock();

		seed_generators();
		result = call_at(op_, arguments);
		if (clock() - start > slowest * CLOCKS_PER_SEC)
			throw std::runtime_error("it takes too long");
		if (result.error.empty())
			inspect(sample, arguments, result, good);
	});

	return error.empty() ? result.error : error;
}

void explorer::try_guess(const attempt &guess, size_t bonus)
{
	std::string text = print_attempt(name_, guess, schema_);
	accepted good = { text, guess, {}, 0, false };

	if (!tried_.insert(text).second || deadly_.count(text))
		return;
	before_(text);
	std::string error = call(text, good);
	if (!error.empty()) {
		note_error(guess, error);
		return;
	}
	good.richness += bonus;
	known_.insert(good.features.begin(), good.features.end());
	(good.empty ? empty_ : accepted_).push_back(std::move(good));
}

attempt explorer::fresh_guess()
{
	attempt guess;

	guess.plan.close = random_.chance(50);
	for (size_t i = 0; i < schema_.arguments().size(); i++)
		guess.texts.push_back(candidates_.draw(i, guess.plan, random_));
	return guess;
}

/* A new guess, or a change of an accepted or a failed one: preferably of one that failed late, with
 * an error that few guesses got. */
attempt explorer::next_guess()
{
	size_t choice = random_.below(100);

	if (failures_.empty() || choice < 35 || schema_.arguments().empty())
		return fresh_guess();
	if (choice < 45 && !accepted_.empty())
		return fuller_attempt(random_.one_of(accepted_).arguments, candidates_, random_);
	if (choice < 55 && !accepted_.empty())
		return changed_attempt(random_.one_of(accepted_).arguments, {}, candidates_,
				       random_);
	if (choice < 55 && !seeds_.empty())
		return changed_attempt(random_.one_of(seeds_), {}, candidates_, random_);

	size_t recent = std::min<size_t>(failures_.size(), 6);
	size_t index = random_.chance(50) ? failures_.size() - 1 - random_.below(recent)
					  : random_.below(failures_.size());
	size_t other = random_.below(failures_.size());
	if (failures_[other].count < failures_[index].count && random_.chance(60))
		index = other;
	return changed_attempt(failures_[index].arguments, failures_[index].hints, candidates_,
			       random_);
}

void explorer::add_seed(const std::string &text)
{
	sample seed = parse_sample(text, schema_);
	attempt guess;

	for (size_t i = 0; i < seed.arguments.size(); i++) {
		std::string printed = print_expr(seed.arguments[i]);
		bool usual = printed == print_expr(default_of(schema_.arguments()[i]));
		guess.texts.push_back(usual ? "" : printed);
	}
	seeds_.push_back(guess);
}

/* ---- choosing ---- */

/* std::string has it from C++20 on. */
static bool ends_with(const std::string &text, const std::string &end)
{
	return text.size() >= end.size() &&
	       text.compare(text.size() - end.size(), end.size(), end) == 0;
}

static size_t worth(const std::set<std::string> &features, const std::set<std::string> &known)
{
	size_t sum = 0;

	for (const std::string &feature : features) {
		if (known.count(feature))
			continue;
		sum += 1;
		if (ends_with(feature, " given"))
			sum += 4;
		else if (ends_with(feature, " absent"))
			sum += 1;
	}
	return sum;
}

/* This takes many calls, so only for samples that will be kept. */
bool explorer::stays_the_same(const std::string &text)
{
	const sample sample = parse_sample(text, schema_);
	const auto arguments = [&] { return make_arguments(sample, schema_); };

	before_(text);
	return unrepeatable(op_, arguments, passes::both).empty();
}

/* Chooses each time the one that adds most, and of those the shortest. */
std::vector<std::string> explorer::chosen()
{
	std::vector<accepted> &all = accepted_.empty() ? empty_ : accepted_;
	std::vector<std::string> texts;
	std::set<std::string> known;

	while (texts.size() < enough_samples) {
		const accepted *best = nullptr;
		size_t best_worth = 0;
		for (const accepted &one : all) {
			size_t adds = worth(one.features, known);
			if (adds == 0 && !texts.empty())
				continue;
			adds += one.richness + 1;
			if (adds > best_worth ||
			    (adds == best_worth && one.text.size() < best->text.size())) {
				best = &one;
				best_worth = adds;
			}
		}
		if (best == nullptr)
			break;
		if (stays_the_same(best->text)) {
			texts.push_back(print_sample(parse_sample(best->text, schema_), schema_));
			known.insert(best->features.begin(), best->features.end());
		}
		all.erase(all.begin() + (best - all.data()));
	}
	return texts;
}

std::string explorer::usual_error() const
{
	const failure *usual = nullptr;

	for (const failure &one : failures_)
		if (usual == nullptr || one.count > usual->count)
			usual = &one;
	return usual == nullptr ? "" : usual->error;
}

/* Whether each optional argument was given in some accepted call. */
bool explorer::knows_all_given() const
{
	for (const c10::Argument &argument : schema_.arguments())
		if (print_expr(default_of(argument)) != "" &&
		    !known_.count(argument.name() + " given"))
			return false;
	return true;
}

exploration explorer::run(size_t attempts)
{
	size_t left = attempts;

	/* Calls that libtorch itself makes are better than guesses. */
	for (const attempt &seed : seeds_)
		try_guess(seed, 2);
	for (; left != 0; left--) {
		try_guess(next_guess());
		/* Guesses after the first success only add variety. */
		if (!accepted_.empty())
			left = std::min(left, attempts / 2);
		if (!accepted_.empty() && knows_all_given())
			left = std::min(left, attempts / 8);
	}
	return { chosen(), usual_error() };
}

} // namespace ops
