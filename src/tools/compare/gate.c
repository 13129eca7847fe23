/* gate.c: --fail-above: did any case become slower, or get lost? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/gate.h"

#include <stdlib.h>
#include "lib/xmalloc.h"
#include "tools/compare/output.h"
#include "tools/compare/status.h"

/* Is B slower by more than allowed? A ratio that does not exist is no excuse.
 */
static bool is_too_slow(const struct comparison *c, double fail_above)
{
    return c->verdict == VERDICT_SLOWER && !(c->ratio <= 1 + fail_above);
}

static size_t complain_of(const json_t *record, const char *why)
{
    char *name = case_name(record);

    complain(xasprintf("%s: %s", name, why));
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
        complain_of(record, "only A has it");
    for (size_t i = 0; i < c->n; i++) {
        const struct comparison *v = &c->v[i];

        if (v->side[0].n > 0 && v->side[1].n == 0)
            lost += complain_of(v->record, "B has no figures");
        if (v->side[1].wrong > v->side[0].wrong)
            lost += complain_of(v->record, "B has more wrong results");
    }
    return lost;
}

int gate(const struct comparisons *c, double fail_above)
{
    size_t judged = 0, slow = 0, lost;

    for (size_t i = 0; i < c->n; i++) {
        char *name;

        judged += c->v[i].verdict >= VERDICT_NO_EVIDENCE;
        if (!is_too_slow(&c->v[i], fail_above))
            continue;
        slow++;
        name = case_name(c->v[i].record);
        complain(xasprintf("%s: slower by %.1f %%, more than %g %%", name,
                           100 * (c->v[i].ratio - 1), 100 * fail_above));
        free(name);
    }
    if (judged == 0)
        complain(xstrdup("--fail-above: no case has launches enough to tell"));
    lost = gate_lost(c);
    return judged == 0 || slow > 0 || lost > 0 ? EXIT_FAILED : EXIT_DONE;
}
