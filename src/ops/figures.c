/* figures.c: what operations and algorithms have to tell beside their time. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/figures.h"

size_t figures_count(const struct figure *f)
{
    size_t n = 0;

    while (f != NULL && f[n].name != NULL)
        n++;
    return n;
}
