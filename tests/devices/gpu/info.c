#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gpu.h"

/* "13.2" of 13020. */
static void report_version(const char *name, int64_t version)
{
	report(name, version > 0, "%" PRId64 ".%" PRId64, version / 1000, version % 1000 / 10);
}

static ct_error report_device(int index)
{
	ct_cuda_properties properties;
	char name[20], *model;

	CT_TRY(ct_cuda_device_properties(CT_DEVICE_CUDA(index), &properties));
	CT_TRY(ct_cuda_device_name(CT_DEVICE_CUDA(index), &model));
	snprintf(name, sizeof name, "cuda:%d", index);
	report(name, true,
	       "%s, compute capability %" PRId64 ".%" PRId64 ", %" PRId64 " MiB, %" PRId64
	       " multiprocessors",
	       model, properties.major, properties.minor, properties.total_memory_nbytes >> 20,
	       properties.multi_processor_count);
	return NULL;
}

ct_error do_info(int64_t unused)
{
	ct_cuda_versions versions;
	char *why, *architectures;

	(void)unused;
	CT_SCOPE;
	report("libtorch", strcmp(ct_libtorch_version(), ct_libtorch_version_built()) == 0,
	       "%s, and libctorch is for %s", ct_libtorch_version(), ct_libtorch_version_built());
	CT_TRY(ct_cuda_why_unavailable(&why));
	report("CUDA can be used", !why, "%s", why ? why : "yes");
	if (why)
		return NULL;
	CT_TRY(ct_cuda_version_numbers(&versions));
	report_version("driver", versions.driver);
	report_version("run time", versions.runtime);
	report("cuDNN", versions.cudnn > 0, "%" PRId64, versions.cudnn);
	CT_TRY(ct_cuda_architectures(&architectures));
	report("compiled for", true, "%s", architectures);
	for (int i = 0; i < ct_device_count(CT_DEVICE_TYPE_CUDA); i++)
		CT_TRY(report_device(i));
	return NULL;
}
