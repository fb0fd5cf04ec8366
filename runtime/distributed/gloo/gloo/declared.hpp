/*
 * gloo's classes, as far as libtorch's header of ProcessGroupGloo uses them. libtorch has gloo
 * inside and no package has its headers in the right release; but a process group only keeps
 * pointers to gloo's objects, so nothing of their layout is needed. The files beside this one have
 * the names that libtorch includes.
 *
 * Nothing here is called, and no object of a class of gloo is made: libtorch's own functions do
 * that. ctest -R distributed_layout compares the sizes with those in libtorch.
 */
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace gloo {

class Context {
public:
	void setTimeout(std::chrono::milliseconds timeout);
	std::chrono::milliseconds getTimeout() const;
};

namespace transport {

class Device;

class UnboundBuffer {
public:
	virtual ~UnboundBuffer() = 0;
};

} // namespace transport

namespace rendezvous {

/* ProcessGroupGloo's header derives a class from it. */
class Store {
public:
	virtual ~Store() = default;
	virtual void set(const std::string &key, const std::vector<char> &data) = 0;
	virtual std::vector<char> get(const std::string &key) = 0;
	virtual void wait(const std::vector<std::string> &keys) = 0;
	virtual void wait(const std::vector<std::string> &keys,
			  const std::chrono::milliseconds &timeout) = 0;
};

} // namespace rendezvous

} // namespace gloo
