/* stages.c: stages of 8 launches, told by what was wrong with them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/methods/test/stages.h"

/* What of a stage of 8 is not as it should be; 1 us a launch, span 8 us. */
static struct stage_outcome stage(struct stage_outcome s)
{
    s.launches = 8;
    if (s.span == 0)
        s.span = 8e-6;
    for (int i = 0; i < s.launches; i++)
        s.took[i] = s.took[i] == 0 ? 1e-6 : s.took[i];
    if (s.need == 0)
        s.need = s.first_late ? 1e3 : 2e-6;
    return s;
}

struct window window_at(double slot, double lead)
{
    struct window w;

    window_start(&w, lead);
    w.slot = slot;
    return w;
}

void window_step(struct window *w, const struct window_config *c,
                 struct stage_outcome what)
{
    struct stage_outcome s = stage(what);

    window_after_stage(w, c, &s);
}
