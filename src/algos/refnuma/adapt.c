/* adapt.c: which way an array finds written pages, from barrier to barrier. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "array.h"

void rn_array_adapt(struct refnuma_array *a)
{
    int rc;

    if (a->twinned.n == 0 || !rn_detect_change(&a->detect, a->twinned.n,
                                               a->twinned.pages, a->ndirty))
        return;
    a->watching = a->detect.watching;
    rc = a->watching ? rn_mirror_watch(&a->mirror, &a->twinned)
                     : rn_mirror_unwatch(&a->mirror, &a->twinned);
    rn_note_error(a->context, rc);
}
