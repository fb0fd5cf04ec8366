/*
 * A class as somebody else would register it, and an operator that takes its objects:
 * small/object.pt2 has one. small.py compiles this file to export it.
 */
#include <cstdlib>
#include <string>
#include <tuple>

#include <ATen/ATen.h>
#include <torch/custom_class.h>
#include <torch/library.h>

namespace {

struct Scaler : torch::CustomClassHolder {
	explicit Scaler(double by) : factor(by) {}

	/* What torch.export needs of a class. */
	std::tuple<std::tuple<std::string, double>> flattened() const
	{
		return { { "factor", factor } };
	}

	double factor;
};

/* What no file may make unless its graph names the class. */
struct Trap : torch::CustomClassHolder {};

/* Of a class that cannot be saved. */
struct Bare : torch::CustomClassHolder {};

at::Tensor scaled(const c10::intrusive_ptr<Scaler> &scaler, const at::Tensor &x)
{
	return x * scaler->factor;
}

TORCH_LIBRARY(test_export, library)
{
	library.class_<Scaler>("Scaler")
		.def(torch::init<double>())
		.def("__obj_flatten__",
		     [](const c10::intrusive_ptr<Scaler> &self) { return self->flattened(); })
		.def_pickle([](const c10::intrusive_ptr<Scaler> &self) { return self->factor; },
			    [](double factor) { return c10::make_intrusive<Scaler>(factor); });
	library.class_<Trap>("Trap")
		.def(torch::init<>())
		.def_pickle([](const c10::intrusive_ptr<Trap> &) { return 1.0; },
			    [](double) -> c10::intrusive_ptr<Trap> { std::abort(); });
	library.class_<Bare>("Bare").def(torch::init<>());
	library.def("scaled(__torch__.torch.classes.test_export.Scaler scaler, Tensor x)"
		    " -> Tensor");
}

TORCH_LIBRARY_IMPL(test_export, CompositeExplicitAutograd, library)
{
	library.impl("scaled", scaled);
}

} // namespace
