/*
 * The C types of ctorch_api.json for libffi: their sizes, the offsets of the members of structs,
 * the numbers of enumerators. Without the file only the types of C itself are known, and that an
 * enum is an int32_t.
 */
#ifndef OPS_C_TYPES_HPP
#define OPS_C_TYPES_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <ffi.h>

#include "call/api.h"

namespace ops {

/* A parsed type: "ct_tensor *const *" is a ct_tensor and 2 pointers. */
struct c_type {
	std::string base;
	int pointers = 0;

	c_type pointee() const { return { base, pointers - 1 }; }
};

c_type read_c_type(const char *text);

struct struct_layout {
	ffi_type type = {};
	std::vector<ffi_type *> elements; /* type.elements, with a NULL at its end */
	std::map<std::string, size_t> offsets;
};

/* Throws std::runtime_error for a type, member or enumerator that does not exist. */
class c_types {
public:
	explicit c_types(const api_types &types);
	c_types(const c_types &) = delete;
	c_types &operator=(const c_types &) = delete;

	/* Those of a file that was read; created once. */
	static const c_types &of(const api_types &types);

	ffi_type *ffi(const c_type &type) const;
	size_t size(const c_type &type) const { return ffi(type)->size; }
	bool is_struct(const std::string &name) const { return structs_.count(name) > 0; }
	bool is_enum(const std::string &name) const;
	bool is_handle(const std::string &name) const;

	size_t offset(const std::string &structure, const std::string &member) const;
	/* "CT_SCALAR_INT", of any of the enums. */
	int64_t enumerator(const std::string &name) const;
	/* The name of a value of an enum; "" if none has it. */
	std::string enumerator_name(const std::string &enumeration, int64_t value) const;
	/* The number of None: that of the enumerator whose name ends with NONE. */
	int32_t none(const std::string &enumeration) const;
	/* The difference of our numbers from libtorch's: 1 if 0 is None, otherwise 0. */
	int32_t shift(const std::string &enumeration) const;

private:
	void lay_out(const api_struct &structure);

	const api_types &types_;
	std::map<std::string, struct_layout> structs_;
	std::map<std::string, int64_t> enumerators_;
};

} // namespace ops

#endif
