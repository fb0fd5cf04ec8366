/* base_type.c: the words of the schema language for types. Nothing else compares their text. */
#include <string.h>

#include "read/schema.h"

static const char *const base_names[BASE_TYPES] = {
	[T_TENSOR] = "Tensor",
	[T_INT] = "int",
	[T_SYM_INT] = "SymInt",
	[T_FLOAT] = "float",
	[T_BOOL] = "bool",
	[T_SYM_BOOL] = "SymBool",
	[T_SCALAR] = "Scalar",
	[T_STR] = "str",
	[T_SCALAR_TYPE] = "ScalarType",
	[T_LAYOUT] = "Layout",
	[T_MEMORY_FORMAT] = "MemoryFormat",
	[T_DEVICE] = "Device",
	[T_DEVICE_INDEX] = "DeviceIndex",
	[T_GENERATOR] = "Generator",
	[T_STORAGE] = "Storage",
	[T_STREAM] = "Stream",
	[T_QSCHEME] = "QScheme",
	[T_DIMNAME] = "Dimname",
	[T_CONST_QUANTIZER_PTR] = "ConstQuantizerPtr",
	[T_MODULE] = "Module",
	[T_OPTIMIZER] = "Optimizer",
	[T_PARAMETERS] = "Parameters",
	[T_SCHEDULERS] = "Schedulers",
	[T_LAMBDAS] = "Lambdas",
	[T_TRANSFORMS] = "Transforms",
	[T_DISTRIBUTION] = "Distribution",
	[T_DISTRIBUTION_TRANSFORM] = "DistributionTransform",
	[T_DISTRIBUTION_TRANSFORMS] = "DistributionTransforms",
	[T_CONSTRAINT] = "Constraint",
	[T_CONSTRAINTS] = "Constraints",
	[T_PADDING] = "padding",
	[T_REDUCTION] = "Reduction",
};

enum base_type base_type_named(const char *name)
{
	for (enum base_type base = T_UNKNOWN + 1; base < BASE_TYPES; base++)
		if (!strcmp(base_names[base], name))
			return base;
	return T_UNKNOWN;
}

const char *base_type_name(enum base_type base)
{
	return base_names[base];
}

const struct type *type_innermost(const struct type *type)
{
	while (type->kind != TYPE_BASE)
		type = type->element;
	return type;
}

const struct type *type_without_optional(const struct type *type)
{
	while (type->kind == TYPE_OPTIONAL)
		type = type->element;
	return type;
}

bool type_is(const struct type *type, enum base_type base)
{
	return type->kind == TYPE_BASE && type->base == base;
}

bool type_bases_equal(const struct type *a, const struct type *b)
{
	return a->base == b->base && (a->base != T_UNKNOWN || !strcmp(a->name, b->name));
}

bool type_is_tensor_like(const struct type *type)
{
	return type_innermost(type)->base == T_TENSOR;
}
