/* match.c: computes how long a communicator's ranks waited in a call. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/match.h"

#include <math.h>

struct arrivals arrivals_none(void)
{
    return (struct arrivals){
        .first = INFINITY, .last = -INFINITY, .root = -INFINITY, .who = -1};
}

struct arrivals arrivals_of(int rank, double arrival, bool is_root)
{
    return (struct arrivals){.first = arrival,
                             .last = arrival,
                             .root = is_root ? arrival : -INFINITY,
                             .ranks = 1,
                             .who = rank};
}

void arrivals_add(struct arrivals *to, const struct arrivals *from)
{
    to->who = from->last > to->last ? from->who : to->who;
    to->first = fmin(to->first, from->first);
    to->last = fmax(to->last, from->last);
    to->root = fmax(to->root, from->root);
    to->ranks += from->ranks;
}

double arrived_until(enum depends depends, const struct arrived *a,
                     double arrival, bool is_root)
{
    switch (depends) {
    case DEPENDS_ALL:
        return fmax(arrival, a->all.last);
    case DEPENDS_ROOT:
        return fmax(arrival, a->all.root);
    case DEPENDS_AT_ROOT:
        return is_root ? fmax(arrival, a->all.last) : arrival;
    case DEPENDS_BEFORE:
        return fmax(arrival, a->before);
    case DEPENDS_NOBODY:
        break;
    }
    return arrival;
}

double waiting_until(double until, double wait, double leave)
{
    return fmax(0, fmin(until, leave) - wait);
}
