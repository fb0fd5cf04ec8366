#include "compare/processor.hpp"

namespace ops {

bool follows_processor(const std::string &op)
{
	return op.find("mkldnn") != std::string::npos;
}

} // namespace ops
