/*
 * Calls on an accelerator: the arguments of a call are made on the CPU and then put there.
 */
#ifndef OPS_DEVICE_HPP
#define OPS_DEVICE_HPP

#include <optional>
#include <string>
#include <vector>

#include <ATen/core/function_schema.h>
#include <ATen/core/ivalue.h>
#include <c10/core/Device.h>

namespace ops {

/* Loads the library of the device "cuda:0", or first that of a plug-in, whose file is named. It does not
 * use the device yet. Throws std::runtime_error. */
void use_device(const std::string &name, const std::string &library);

/* None: the CPU. */
const std::optional<c10::Device> &device_in_use();

/* Replaces tensors by copies on that device, and generators and devices by its own; a function that
 * makes tensors gets it, too. Throws c10::Error for a tensor that cannot be there. */
void put_on_device(std::vector<c10::IValue> &arguments, const c10::FunctionSchema &schema);

/* Whether one of the values is a tensor on that device. */
bool is_on_device(const std::vector<c10::IValue> &values);

/* Waits for the device. Returns the error with which it has failed, or "": after a failure the process
 * cannot use the device any longer. */
std::string device_failure();

} // namespace ops

#endif
