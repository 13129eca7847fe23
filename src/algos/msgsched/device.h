/* device.h: messages in the memory of a device are refused, not read. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_DEVICE_H
#define MSGSCHED_DEVICE_H

#include "side.h"

/* Does a message of this side, from base on, lie in memory of a device? Only
 * asked of CUDA, and only where the program has its driver loaded. */
bool ms_on_device(const struct ms_side *side, const void *base);

#endif /* MSGSCHED_DEVICE_H */
