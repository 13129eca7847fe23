/* gpu.c: finds the CUDA driver if the process has loaded it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "gpu.h"

#include <dlfcn.h>
#include <stddef.h>

/* Searches all loaded objects, because a library may have loaded the driver
 * with RTLD_LOCAL. */
al_gpu_fn *al_gpu_driver(void)
{
    static const char name[] = "cuPointerGetAttribute";
    al_gpu_fn *call;
    void *driver;

    *(void **)&call = dlsym(RTLD_DEFAULT, name);
    if (call != NULL)
        return call;
    driver = dlopen("libcuda.so.1", RTLD_NOLOAD | RTLD_LAZY);
    if (driver == NULL)
        return NULL;
    *(void **)&call = dlsym(driver, name);
    dlclose(driver); /* the program still has it loaded */
    return call;
}
