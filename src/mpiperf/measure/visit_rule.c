/* visit_rule.c: how long one visit of several to a case lasts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/visit_rule.h"

bool visit_is_enough(const struct visit_limits *l, const struct visit_so_far *v)
{
    bool precise = v->rounds >= l->rounds && v->seconds >= l->least &&
                   l->rse > 0 && v->rse <= l->rse;

    return precise || v->launches >= l->launches ||
           (v->seconds >= l->seconds && v->least);
}

bool visit_is_only(const struct measuring *o, const struct progress_so_far *p)
{
    return VISITS_MIN * p->seconds > o->max_time ||
           VISITS_MIN * p->launches > o->max_launches ||
           (o->max_valid > 0 && VISITS_MIN * p->valid > o->max_valid);
}
