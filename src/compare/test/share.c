/* share.c: counts how often simulated trials succeed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/test/share.h"

#include "lib/test/unit.h"

void count(struct share *s, bool is)
{
    s->n += is;
    s->all++;
}

double percent(const struct share *s)
{
    return 100 * (double)s->n / (double)s->all;
}

void assert_share(const struct share *s, double expected, size_t trials,
                  const char *what)
{
    double p = fmin(fmax(expected / 100, 0.01), 0.99);
    double error =
        sqrt(p * (1 - p) * (1 / (double)s->all + 1 / (double)trials));

    if (!(fabs(percent(s) - expected) <= 1.5 + 350 * error))
        fail_msg("%s: %.1f %% where %.1f %% are expected", what, percent(s),
                 expected);
    if (unit_argument() > 0)
        printf("# %-40s %.1f %%\n", what, percent(s));
}
