#pragma once
#include <gloo/declared.hpp>
