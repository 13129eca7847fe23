/* relay_make.c: relays made and freed, and their lanes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "relay_state.h"
#include "requests.h"

int ms_relay_tag(const struct ms_relay *r)
{
    return r->tag;
}

int64_t ms_relay_bytes(const struct ms_relay *r)
{
    int64_t bytes = 0;

    for (size_t i = 0; r != NULL && i < r->shares.nruns; i++)
        bytes += r->shares.runs[i].bytes;
    return bytes;
}

size_t ms_relay_lanes(const struct ms_relay *r)
{
    return r != NULL ? MS_SOURCES + r->nsources + r->shares.ncarriers : 0;
}

/* Shares that other ranks carry. */
static size_t notices_in(const struct ms_shares *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->ncarriers; i++)
        n += s->carriers[i].n;
    return n;
}

static size_t notices_out(const struct ms_shares *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->nowners; i++)
        n += s->owners[i].n;
    return n;
}

size_t ms_relay_messages(const struct ms_relay *r)
{
    const struct ms_shares *s = r != NULL ? &r->shares : NULL;

    return s != NULL ? s->nowners + notices_out(s) + s->nbundles + notices_in(s)
                     : 0;
}

static bool next_source(const struct ms_shares *s, size_t bundle)
{
    return bundle == 0 ||
           s->bundles[bundle].source != s->bundles[bundle - 1].source;
}

void ms_relay_lay(struct ms_relay *r, struct ms_lanes *lanes, size_t lane,
                  size_t message)
{
    const struct ms_shares *s = &r->shares;
    struct ms_lane *at = &lanes->lane[lane];

    r->lanes = lanes;
    r->lane = lane;
    at[MS_WORDS] = ms_lane_of(message, s->nowners, 1, s->nowners);
    message += s->nowners;
    at[MS_NOTICES] = ms_lane_of(message, notices_out(s), 1, 0);
    message += notices_out(s);
    r->bundle = message;
    at += MS_SOURCES;
    for (size_t i = 0; i < s->nbundles; i++, message++) {
        if (next_source(s, i))
            *at++ = ms_lane_of(message, 0, r->nsources, s->nbundles);
        at[-1].end++;
    }
    for (size_t i = 0; i < s->ncarriers; i++) {
        *at++ =
            ms_lane_of(message, s->carriers[i].n, s->ncarriers, notices_in(s));
        message += s->carriers[i].n;
    }
}

static bool relay_fill(struct ms_relay *r)
{
    const struct ms_shares *s = &r->shares;

    for (size_t i = 0; i < s->nbundles; i++)
        r->nsources += next_source(s, i);
    r->through = calloc(s->nowners + 1, sizeof(*r->through));
    r->written = calloc(s->nowners + 1, sizeof(*r->written));
    r->coming = calloc(s->ncarriers + 1, sizeof(*r->coming));
    for (size_t i = 0; r->coming != NULL && i < s->ncarriers; i++)
        r->coming[i].word = MPI_REQUEST_NULL;
    return r->through != NULL && r->written != NULL && r->coming != NULL;
}

int ms_relay_make(struct msgsched_plan *p, struct ms_set *set,
                  const struct ms_route *route, struct ms_agree *a)
{
    struct ms_relay *r = calloc(1, sizeof(*r));
    int rc;

    if (r == NULL)
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    rc = ms_agreed(a);
    if (rc != MPI_SUCCESS) {
        free(r);
        return rc;
    }
    *r = (struct ms_relay){.home = p->home,
                           .tag = ms_home_tag(p->home),
                           .notice = ms_home_tag(p->home),
                           .landing.win = MPI_WIN_NULL};
    set->relay = r;
    if (r->tag < 0 || r->notice < 0)
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    rc = ms_agreed(a);
    if (rc == MPI_SUCCESS)
        rc = ms_shares_make(p, set, route, &r->shares, a);
    if (rc == MPI_SUCCESS && !relay_fill(r))
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    return rc == MPI_SUCCESS ? ms_landing_open(p, &r->shares, &r->landing, a)
                             : rc;
}

/* The words of the last exchange. */
static void words_drain(struct ms_relay *r)
{
    const struct ms_shares *s = &r->shares;

    for (size_t i = 0; i < s->nowners; i++)
        MPI_Recv(NULL, 0, MPI_BYTE, s->owners[i].rank, r->tag, r->home->comm,
                 MPI_STATUS_IGNORE);
    for (size_t i = 0; i < s->ncarriers; i++)
        ms_requests_wait(1, &r->coming[i].word);
}

void ms_relay_free(struct ms_relay *r)
{
    if (r == NULL)
        return;
    if (r->used)
        words_drain(r);
    ms_landing_close(&r->landing);
    if (r->tag >= 0)
        ms_home_untag(r->home, r->tag);
    if (r->notice >= 0)
        ms_home_untag(r->home, r->notice);
    ms_shares_free(&r->shares);
    free(r->through);
    free(r->written);
    free(r->coming);
    free(r);
}
