/* loaded.c: loaded PLUGIN GUARD: loads a library that serves faults, unloads
 * it, twice; then it makes an error, which has to be its end. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "plugin.h"

static int round_of(const char *file, const char *guard)
{
    void *plugin = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    void *address = plugin == NULL ? NULL : dlsym(plugin, "plugin_touch");
    plugin_touch_fn *touch;
    int rc;

    if (address == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    memcpy(&touch, &address, sizeof(touch));
    rc = touch(guard);
    return dlclose(plugin) != 0 ? 1 : rc;
}

int main(int argc, char **argv)
{
    volatile uint64_t *volatile none = NULL;
    int rc = argc == 3 ? round_of(argv[1], argv[2]) : 2;

    if (rc == 0)
        rc = round_of(argv[1], argv[2]);
    if (rc != 0)
        return rc;
    none[8] = 1;
    return 0;
}
