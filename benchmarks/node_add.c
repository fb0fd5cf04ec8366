/* node_add.c: an addon whose adds(n) makes n adds of one element with their release, in C: what node.js
 * compares the binding for Node.js with. */
#define NAPI_VERSION 8
#include <node_api.h>

#include "../bindings/go/internal/addcost/adds.h"

static napi_value adds(napi_env env, napi_callback_info info)
{
	napi_value arg;
	size_t count = 1;
	int64_t n = 0;

	napi_get_cb_info(env, info, &count, &arg, NULL, NULL);
	napi_get_value_int64(env, arg, &n);
	CT_CHECK(make_adds(n));
	return NULL;
}

NAPI_MODULE_INIT()
{
	napi_value function;

	napi_create_function(env, "adds", NAPI_AUTO_LENGTH, adds, NULL, &function);
	napi_set_named_property(env, exports, "adds", function);
	return exports;
}
