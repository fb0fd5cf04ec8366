/*
 * What another processor may answer in another way.
 */
#ifndef OPS_PROCESSOR_HPP
#define OPS_PROCESSOR_HPP

#include <string>

namespace ops {

/* Whether it follows from the processor which dtypes of 16 bits the operator accepts: oneDNN takes
 * bfloat16 with AVX512 only, and float16 with AVX512-FP16 or AVX-NE-CONVERT. */
bool follows_processor(const std::string &op);

} // namespace ops

#endif
