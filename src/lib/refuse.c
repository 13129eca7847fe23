/* refuse.c: error messages for invalid values. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/params.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

int param_refuse(const char *value, const char *what, char **cause)
{
    *cause = xasprintf("%s: %s", QUOTED(value), what);
    return -1;
}
