/* device.c: is memory a device's? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "device.h"

#include <dlfcn.h>

#include "pack.h"

/* Of the driver's interface, which is not needed to build this. */
enum { ATTRIBUTE_MEMORY_TYPE = 2, MEMORY_TYPE_DEVICE = 2 };
typedef int pointer_attribute_fn(void *data, int attribute,
                                 unsigned long long pointer);

static pointer_attribute_fn *driver_call(void)
{
    pointer_attribute_fn *call;

    *(void **)&call = dlsym(RTLD_DEFAULT, "cuPointerGetAttribute");
    return call;
}

static bool device_byte(pointer_attribute_fn *ask, const void *at)
{
    unsigned type = 0;

    return ask(&type, ATTRIBUTE_MEMORY_TYPE, (uintptr_t)at) == 0 &&
           type == MEMORY_TYPE_DEVICE;
}

bool ms_on_device(const struct ms_side *side, const void *base)
{
    pointer_attribute_fn *ask = driver_call();

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
