/* gate.c: --fail-above: did any case become slower, or get lost? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/gate.h"

#include <stdlib.h>
#include "lib/xmalloc.h"
#include "tools/compare/options.h"
#include "tools/compare/output.h"

/* Is B slower by more than allowed? A ratio that does not exist is no excuse.
 */
static bool is_too_slow(const struct comparison *c, double fail_above)
{
    return c->verdict == VERDICT_SLOWER && !(c->ratio <= 1 + fail_above);
}

/* Says of the case why it fails; frees the cause. Returns 1. */
static size_t fail_case(const json_t *record, char *cause)
{
    char *name = case_name(record);

    print_error(xprefix(name, cause));
    free(name);
    return 1;
}

/* Cases that B lost: no gate may call that as fast as before. */
static size_t gate_lost(const struct comparisons *c)
{
    size_t lost = 0;
    const char *key;
    json_t *record;

    json_object_foreach(c->only[0], key, record) lost +=
        fail_case(record, xstrdup("only A has it"));
    for (size_t i = 0; i < c->n; i++) {
        const struct comparison *v = &c->v[i];

        if (v->side[0].n > 0 && v->side[1].n == 0)
            lost += fail_case(v->record, xstrdup("B has no figures"));
        if (v->side[1].wrong > v->side[0].wrong)
            lost += fail_case(v->record, xstrdup("B has more wrong results"));
    }
    return lost;
}

int gate(const struct comparisons *c, double fail_above)
{
    size_t judged = 0, slow = 0;

    for (size_t i = 0; i < c->n; i++) {
        const struct comparison *v = &c->v[i];

        judged += v->verdict >= VERDICT_NO_EVIDENCE;
        if (is_too_slow(v, fail_above))
            slow += fail_case(
                v->record, xasprintf("slower by %.1f %%, more than %g %%",
                                     100 * (v->ratio - 1), 100 * fail_above));
    }
    if (judged == 0)
        print_error(xstrdup("--fail-above: no case has enough runs to tell"));
    return gate_lost(c) > 0 || judged == 0 || slow > 0 ? EXIT_FAILED
                                                       : EXIT_DONE;
}
