/*
 * Operators whose answers depend on the processor.
 */
#ifndef OPS_PROCESSOR_HPP
#define OPS_PROCESSOR_HPP

#include <string>

namespace ops {

/* Whether the dtypes of 16 bits that the operator accepts depend on the processor: oneDNN takes
 * bfloat16 with AVX512 only, and float16 with AVX512-FP16 or AVX-NE-CONVERT. */
bool follows_processor(const std::string &op);

} // namespace ops

#endif
