/*
 * The names that stand for numbers in the language of samples: dtypes, layouts, memory formats.
 */
#ifndef OPS_WORDS_HPP
#define OPS_WORDS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <ATen/core/jit_type.h>
#include <c10/core/ScalarType.h>

namespace ops {

/* "float", "float32" -> Float; none for any other name. */
std::optional<c10::ScalarType> dtype_named(std::string_view name);
/* Float -> "float": as a tensor's dtype is written. */
std::string_view dtype_name(c10::ScalarType dtype);

/* The number for the word in a boxed call; none for other words. Devices are not numbers. */
std::optional<int64_t> number_of_word(std::string_view word);
bool is_device_word(std::string_view word);

/* The word for a number of that type, as ScalarType's 6 is float; "" if the type has no words. */
std::string_view word_of_number(int64_t number, const c10::Type &type);

} // namespace ops

#endif
