/* plugins.c: "plugins FILE..." loads each file as --plugin does, and prints
 * "added" or why it failed. Does not start MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include "ops/registry.h"

int main(int argc, char **argv)
{
    struct registry r;

    registry_open(&r);
    for (int i = 1; i < argc; i++) {
        char *cause = NULL;
        int rc = registry_plugin(&r, argv[i], &cause);

        puts(rc == 0 ? "added" : cause);
        free(cause);
    }
    registry_close(&r);
    return 0;
}
