/* calibrate.c: the four numbers of the model, measured between the ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Each number is that of a step of the broadcast (rounds.c): the median over
 * the rounds, on the rank where it is largest.
 */
#include "shmbcast_tune.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agree.h"
#include "clock.h"
#include "rounds.h"

/* The message that is copied, at least: larger than what most cores have for
 * themselves. */
enum { MESSAGE = 4 << 20 };

/* 0 for a rank that had nothing to time. */
static double median(struct sb_series *s)
{
    return sb_median(s->seconds, s->n < SB_ROUNDS ? s->n : SB_ROUNDS);
}

/* This rank's figures. */
static int measure(struct sb_rounds *b, struct shmbcast_model *mine)
{
    int rc;

    b->clock = sb_clock_cost(b);
    rc = sb_trial(b, sb_notify_round, 0);
    mine->tw = median(&b->first);
    if (rc == MPI_SUCCESS)
        rc = sb_trial(b, sb_set_round, 0);
    mine->two = median(&b->first);
    mine->ta = median(&b->second);
    if (rc == MPI_SUCCESS) /* once through the queue: pages, caches */
        rc = sb_trial(b, sb_copy_round, b->h->params.s);
    mine->t = median(&b->first);
    return rc;
}

/* The slowest rank's figures, on all ranks. */
static int slowest(const struct shmbcast_model *mine, MPI_Comm comm,
                   struct shmbcast_model *model)
{
    const double least = 1e-9; /* of a wait; of a byte, a thousandth */
    double in[] = {fmax(mine->t, least / 1000), fmax(mine->tw, least),
                   fmax(mine->two, least), fmax(mine->ta, least)};
    double out[4];
    int rc = MPI_Allreduce(in, out, 4, MPI_DOUBLE, MPI_MAX, comm);

    if (rc == MPI_SUCCESS)
        *model = (struct shmbcast_model){
            .t = out[0], .tw = out[1], .two = out[2], .ta = out[3]};
    return rc;
}

/* A message of whole fragments, or the first bytes of very large ones; 0 or
 * errno. */
static int make_message(struct sb_rounds *b)
{
    size_t f = b->h->layout.f, n;

    b->fragment = f < MESSAGE ? f : MESSAGE;
    n = (MESSAGE + b->fragment - 1) / b->fragment;
    b->bytes = n * b->fragment;
    b->message = malloc(b->bytes);
    if (b->message == NULL)
        return ENOMEM;
    memset(b->message, 1, b->bytes);
    return 0;
}

static int calibrate(struct shmbcast *h, struct shmbcast_model *model)
{
    struct sb_agree a = {.comm = h->waiter.comm, .rank = h->rank};
    struct sb_rounds *b = calloc(1, sizeof(*b));
    struct shmbcast_model mine = {0};
    int rc;

    if (sb_note(&a, SB_MEMORY, b == NULL ? ENOMEM : 0)) {
        b->h = h;
        sb_note(&a, SB_MEMORY, make_message(b));
    }
    rc = sb_agree(&a);
    if (rc == MPI_SUCCESS)
        rc = measure(b, &mine);
    if (rc == MPI_SUCCESS)
        rc = slowest(&mine, a.comm, model);
    if (b != NULL)
        free(b->message);
    free(b);
    return rc;
}

/* The queue that is measured: two controls are needed, and one set. */
static struct shmbcast_params measured(const struct shmbcast_params *params)
{
    struct shmbcast_params usual = shmbcast_params_default(), p = usual;

    if (params != NULL)
        p = *params;
    shmbcast_params_first(&p);
    if (p.f == SHMBCAST_F_MODEL)
        p.f = usual.f;
    if (p.s == SHMBCAST_S_MODEL)
        p.s = usual.s;
    if (p.s == 1)
        p.s = 2;
    p.q = 1;
    return p;
}

int shmbcast_calibrate(MPI_Comm comm, const struct shmbcast_params *params,
                       struct shmbcast_model *model)
{
    struct shmbcast_params p = measured(params);
    struct shmbcast *h;
    int rc = shmbcast_create(comm, &p, &h);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = sb_error_class(calibrate(h, model));
    shmbcast_free(&h);
    return rc;
}
