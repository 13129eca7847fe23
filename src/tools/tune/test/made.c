/* made.c: comparisons made by hand. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"

#include "lib/xmalloc.h"
#include "tools/tune/test/made.h"

const long bytes_of[SIZES] = {8, 64, 512, 4096, 32768};

static struct algo_pair pair_made(double us, double other)
{
    double times = other / us;
    enum sign sign = us == 0 || other == 0              ? SIGN_NONE
                     : times >= 1.1                     ? SIGN_FASTER
                     : times <= 1 / 1.1                 ? SIGN_SLOWER
                     : times > 1 / 1.03 && times < 1.03 ? SIGN_SAME
                                                        : SIGN_UNDECIDED;

    return (struct algo_pair){sign, times, 1e-6 * (other - us)};
}

void make(struct comparisons *all, const struct made *m, size_t n)
{
    *all = (struct comparisons){xcalloc(n, sizeof(*all->v)), n};
    for (size_t i = 0; i < n; i++) {
        struct comparison *c = &all->v[i];

        *c = (struct comparison){.op = m[i].op, .procs = m[i].procs};
        while (c->algos < ALGOS && m[i].algo[c->algos].name != NULL)
            c->algos++;
        c->algo = xcalloc(ALGOS, sizeof(*c->algo));
        memcpy(c->algo, m[i].algo, c->algos * sizeof(*c->algo));
        c->bytes = xcalloc(SIZES, sizeof(*c->bytes));
        for (; c->sizes < SIZES && m[i].us[0][c->sizes] > 0; c->sizes++)
            c->bytes[c->sizes] =
                strcmp(c->op, "barrier") == 0 ? 0 : bytes_of[c->sizes];
        c->of = xcalloc(c->sizes * c->algos * c->algos, sizeof(*c->of));
        for (size_t s = 0; s < c->sizes; s++)
            for (size_t a = 0; a < c->algos; a++)
                for (size_t b = 0; b < c->algos; b++)
                    *pair_of(c, s, a, b) =
                        pair_made(m[i].us[a][s], m[i].us[b][s]);
        c->rule = xcalloc(c->sizes, sizeof(*c->rule));
        c->front = xcalloc(c->sizes, sizeof(*c->front));
        c->hand = xcalloc(c->sizes, sizeof(*c->hand));
    }
}

void assert_chosen(const size_t *chosen, const char *digits)
{
    char text[SIZES + 1] = "";

    for (size_t i = 0; i < SIZES; i++)
        text[i] = (char)('0' + chosen[i]);
    assert_string_equal(text, digits);
}
