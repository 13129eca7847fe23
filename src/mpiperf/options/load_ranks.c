/* load_ranks.c: --load-ranks: which ranks run a load. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/options_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/names.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "ops/beside.h"
#include "ops/pairs.h"

/* ---- SHARE|LIST ---------------------------------------------------------- */

/* Marks the last ranks, this share of all. */
static int share_parse(const char *text, bool *in, int world, char **cause)
{
    double share;
    int n;

    if (number_share(&share, text, false, cause) != 0)
        return -1;
    if (!(share > 0 && share < 1))
        return param_refuse(text, "must be above 0% and below 100%", cause);
    n = (int)round(share * world);
    for (int i = world - (n > 0 ? n : 1); i < world; i++)
        in[i] = true;
    return 0;
}

/* Marks the ranks of A or A-B. Modifies the text. */
static int range_parse(char *text, bool *in, int world, char **cause)
{
    char *last = strchr(text, '-');
    long a, b;

    if (last != NULL)
        *last++ = '\0';
    if (number_long(&a, text, 0, world - 1, cause) != 0 ||
        number_long(&b, last != NULL ? last : text, a, world - 1, cause) != 0)
        return -1;
    for (; a <= b; a++)
        in[a] = true;
    return 0;
}

static int ranks_parse(const char *text, bool *in, int world, char **cause)
{
    char *copy = xstrdup(text), *rest = copy;
    int rc = 0;

    if (strchr(text, '%') != NULL)
        rc = share_parse(text, in, world, cause);
    else
        while (rc == 0 && rest != NULL)
            rc = range_parse(strsep(&rest, ","), in, world, cause);
    if (rc == 0 && in[0])
        rc = param_refuse(text, "rank 0 directs the run and runs no load",
                          cause);
    free(copy);
    return rc;
}

/* Returns "3,8-11" for the marked ranks, malloced. */
static char *ranks_text(const bool *in, int world)
{
    const char *comma = "";
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    for (int i = 0, last; i < world; i = last + 1) {
        for (last = i; in[i] && last + 1 < world && in[last + 1];)
            last++;
        if (!in[i])
            continue;
        fprintf(f, "%s%d", comma, i);
        if (last > i)
            fprintf(f, "-%d", last);
        comma = ",";
    }
    text_close(f);
    return text;
}

/* ---- against operands ---------------------------------------------------- */

/* Returns the variant with the load that needs most ranks, and its operation;
 * NULL if there is none. */
static const struct variant *load_find(const struct options *o,
                                       const struct op **op)
{
    const struct variant *found = NULL;

    for (size_t i = 0; i < o->nchoices; i++)
        for (size_t k = 0; k < o->choices[i].nvariants; k++) {
            const struct variant *v = &o->choices[i].variants[k];
            const struct load *load = load_of(v->algo);

            if (load == NULL || (found != NULL && load->op == NULL))
                continue;
            found = v;
            *op = o->choices[i].op;
        }
    return found;
}

/* Refuses operations and --procs for which too few ranks are left. */
static char *rest_refuse(const struct options *o, int rest)
{
    for (size_t i = 0; i < o->procs.n; i++)
        if (o->procs.v[i] > rest)
            return xasprintf("--procs: '%lld': --load-ranks leaves %d rank%s "
                             "to measure",
                             (long long)o->procs.v[i], rest,
                             rest == 1 ? "" : "s");
    for (size_t i = 0; i < o->nchoices; i++) {
        const struct choice *c = &o->choices[i];

        if (c->op->ranks > rest && !o->how.few_ranks)
            return xasprintf("--load-ranks: %s needs %d ranks or more, and %d "
                             "is left to measure",
                             c->op->name, c->op->ranks, rest);
        /* names ranks and nodes of pairs, of which it knows all */
        if (pairs_rounds_of(c->op, c->values, rest) > 0)
            return xasprintf("--load-ranks: cannot be combined with rounds of "
                             "pairs (%s)",
                             c->op->name);
    }
    return NULL;
}

char *load_ranks_apply(struct options *o, int world)
{
    struct load_ranks *load = &o->how.load;
    const struct op *op = NULL;
    const struct variant *v = load_find(o, &op);
    char *cause = NULL;
    bool *in;

    if (o->load_ranks == NULL)
        return v == NULL ? NULL
                         : xasprintf("%s: %s needs --load-ranks=25%%, or other "
                                     "ranks that run the load",
                                     op->name, v->algo->name);
    if (o->program != NULL)
        return xstrdup("--load-ranks and --program cannot be combined");
    if (v == NULL)
        return xstrdup("--load-ranks: no algorithm has a load: write "
                       "allreduce:native,beside/alltoall");
    in = xcalloc((size_t)world, sizeof(*in));
    if (ranks_parse(o->load_ranks, in, world, &cause) != 0)
        cause = xprefix("--load-ranks", cause);
    for (int i = 0; cause == NULL && i < world; i++)
        if (in[i])
            XAPPEND(load->rank, load->n, i);
    load->text = ranks_text(in, world);
    free(in);
    if (cause == NULL && load->n < 2 && load_of(v->algo)->op != NULL)
        cause = xasprintf("--load-ranks: %s needs 2 ranks or more for its "
                          "load, not %d",
                          v->algo->name, load->n);
    return cause != NULL ? cause : rest_refuse(o, world - load->n);
}
