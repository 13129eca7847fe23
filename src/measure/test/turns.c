/* turns.c: turns of 8 launches, told by what was wrong with them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/test/turns.h"

/* What of a turn of 8 is not as it should be; 1 us a launch, span 8 us. */
static struct turn_outcome turn(struct turn_outcome s)
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
                 struct turn_outcome what)
{
    struct turn_outcome s = turn(what);

    window_after_turn(w, c, &s);
}
