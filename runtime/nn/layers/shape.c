/*
 * Flatten, Unflatten, and the shuffles of pixels and channels.
 */
#include "nn/layers/plain.h"

CT_NN_PLAIN(Flatten, NULL)
{
	return CT(flatten, result, x, a->start_dim, a->end_dim);
}

CT_NN_PLAIN(Unflatten, NULL)
{
	return CT(unflatten_int, result, x, a->dim, a->unflattened_size);
}

CT_NN_PLAIN(PixelShuffle, NULL)
{
	return CT(pixel_shuffle, result, x, a->upscale_factor);
}

CT_NN_PLAIN(PixelUnshuffle, NULL)
{
	return CT(pixel_unshuffle, result, x, a->downscale_factor);
}

CT_NN_PLAIN(ChannelShuffle, NULL)
{
	return CT(channel_shuffle, result, x, a->groups);
}
