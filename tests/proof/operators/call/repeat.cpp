#include "call/repeat.hpp"

#include "call/caller.hpp"
#include "compare/compare.hpp"
#include "compare/gradient.hpp"
#include "call/heap.hpp"
#include "call/memory.hpp"

namespace ops {

namespace {

/* Afterwards, reads of uninitialized or foreign memory give other bytes. */
void stir_memory(unsigned char with)
{
	volatile unsigned char stack[32768];

	for (volatile unsigned char &byte : stack)
		byte = with;
	fill_heap(with);
}

outcome call_seeded(const c10::OperatorHandle &op, const std::vector<c10::IValue> &arguments)
{
	seed_generators();
	return call_at(op, arguments);
}

} // namespace

std::vector<std::string> unrepeatable(
	const c10::OperatorHandle &op,
	const std::function<std::vector<c10::IValue>()> &make_arguments, passes passes)
{
	const std::vector<c10::IValue> first = make_arguments();
	const outcome expected = call_seeded(op, first);
	std::vector<std::string> found;

	for (unsigned char i = 1; i <= 4 && found.empty(); i++) {
		stir_memory(static_cast<unsigned char>(i * 0x33));

		const std::vector<c10::IValue> again = make_arguments();
		const outcome got = call_seeded(op, again);

		found = differences({ first, expected }, { again, got });
		if (found.empty() && passes == passes::both)
			found = gradient_differences(op, make_arguments(), make_arguments());
	}
	fill_heap(usual_filling);
	return found;
}

} // namespace ops
