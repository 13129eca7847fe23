/* device.c: is memory a device's? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "device.h"

#include <dlfcn.h>
#include <stddef.h>

#include "pack.h"

/* Of the driver's interface, which is not needed to build this. */
enum { ATTRIBUTE_MEMORY_TYPE = 2, MEMORY_TYPE_DEVICE = 2 };

/* The driver, wherever the program has it: linked, or loaded for itself only.
 */
ms_device_fn *ms_device_driver(void)
{
    static const char name[] = "cuPointerGetAttribute";
    ms_device_fn *call;
    void *driver;

    *(void **)&call = dlsym(RTLD_DEFAULT, name);
    if (call != NULL)
        return call;
    driver = dlopen("libcuda.so.1", RTLD_NOLOAD | RTLD_LAZY);
    if (driver == NULL)
        return NULL;
    *(void **)&call = dlsym(driver, name);
    dlclose(driver); /* the program's own handle is left */
    return call;
}

static bool device_byte(ms_device_fn *ask, const void *at)
{
    unsigned type = 0;

    return ask(&type, ATTRIBUTE_MEMORY_TYPE, (uintptr_t)at) == 0 &&
           type == MEMORY_TYPE_DEVICE;
}

bool ms_on_device(ms_device_fn *ask, const struct ms_side *side,
                  const void *base)
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
