/* device.h: messages in the memory of a device are refused, not read. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_DEVICE_H
#define MSGSCHED_DEVICE_H

#include "algos/gpu.h"
#include "side.h"

/* Does a message of this side, from base on, lie in memory of a device? Only
 * asked of CUDA, where the program had loaded its driver when the plan was
 * made, and of the first message that is not empty. */
bool ms_on_device(al_gpu_fn *driver, const struct ms_side *side,
                  const void *base);

#endif /* MSGSCHED_DEVICE_H */
