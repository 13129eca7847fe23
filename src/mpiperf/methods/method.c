/* method.c: the table of the methods. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/methods/method.h"

#include <stddef.h>
#include <string.h>

const struct method *const method_table[] = {
    &method_window, &method_roundtime, &method_barrier, &method_free, NULL,
};

const struct method *method_find(const char *name)
{
    for (size_t i = 0; method_table[i] != NULL; i++)
        if (strcmp(method_table[i]->name, name) == 0)
            return method_table[i];
    return NULL;
}
