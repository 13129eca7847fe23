/* arrange.c: in which order messages go, and which ones together. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "arrange.h"

#include <math.h>

double ms_alpha(int out, int in)
{
    int degree = out > in ? out : in;

    return 1.5 + (degree > 1 ? log2(degree) : 0.0);
}
