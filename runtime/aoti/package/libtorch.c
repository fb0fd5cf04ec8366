/*
 * libtorch.so for packages of AOTInductor: a name, and a need for libtorch_cpu.so. It has no code.
 */
const char ct_stands_for_libtorch[] = "libtorch.so";
