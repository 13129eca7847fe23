/* device.c: is memory a device's? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "device.h"

#include <stddef.h>
#include <stdint.h>

#include "pack.h"

/* Of the driver's interface, which is not needed to build this. */
enum { ATTRIBUTE_MEMORY_TYPE = 2, MEMORY_TYPE_DEVICE = 2 };

static bool device_byte(al_gpu_fn *ask, const void *at)
{
    unsigned type = 0;

    return ask(&type, ATTRIBUTE_MEMORY_TYPE, (uintptr_t)at) == 0 &&
           type == MEMORY_TYPE_DEVICE;
}

bool ms_on_device(al_gpu_fn *ask, const struct ms_side *side, const void *base)
{
    if (ask == NULL)
        return false;
    for (size_t i = 0; i < side->npieces; i++) {
        const struct ms_piece *p = &side->pieces[i];

        if (p->bytes > 0)
            return device_byte(
                ask, ms_address(base, p->displ + side->shapes[p->shape].first));
    }
    return false;
}
