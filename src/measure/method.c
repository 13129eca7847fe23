/* method.c: the table of the methods. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/method.h"

#include <stddef.h>

const struct method *const method_table[] = {
    &method_window, &method_roundtime, &method_barrier, &method_free, NULL,
};
