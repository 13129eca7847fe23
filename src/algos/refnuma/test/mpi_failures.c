/* mpi_failures.c: one rank lacks memory in a barrier: nobody waits for it for
 * ever, and all learn of it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "refnuma_mpi.h"

/* Where memory is lacking. */
enum place { NOWHERE, PUT, MEET, MEET_END, SERVE, EXCHANGE };

static struct {
    const struct rn_transport_kind *kind; /* the true one */
    enum place place;
    bool met; /* in this barrier */
} lack;

static int lacking(enum place place, int rc)
{
    return lack.place == place ? MPI_ERR_NO_MEM : rc;
}

static int put(struct rn_transport *t, int rank, uint32_t box, const void *data,
               size_t bytes)
{
    if (lack.place == (lack.met ? SERVE : PUT))
        return MPI_ERR_NO_MEM;
    return lack.kind->put(t, rank, box, data, bytes);
}

static int meet(struct rn_transport *t, uint32_t bits, uint32_t *all)
{
    int rc = lack.kind->meet(t, bits, all);

    if (lack.met) /* the second meeting of a barrier brings nothing */
        return rc;
    lack.met = true;
    return lacking(MEET, rc);
}

static int meet_begin(struct rn_transport *t, uint32_t bits)
{
    return lack.kind->meet_begin(t, bits);
}

static int meet_end(struct rn_transport *t, uint32_t *all)
{
    int rc = lack.kind->meet_end(t, all);

    lack.met = true;
    return lacking(MEET_END, rc);
}

static int exchange(struct rn_transport *t)
{
    return lacking(EXCHANGE, lack.kind->exchange(t));
}

static void info(const struct rn_transport *t, struct rn_transport_info *i)
{
    lack.kind->info(t, i);
}

static void shut(struct rn_transport *t)
{
    lack.kind->close(t);
}

static const struct rn_transport_kind stub = {
    .name = "stub",
    .close = shut,
    .put = put,
    .meet = meet,
    .meet_begin = meet_begin,
    .meet_end = meet_end,
    .exchange = exchange,
    .info = info,
};

static int barrier(struct test_array *t, enum place place)
{
    lack.met = false;
    lack.place = NOWHERE;
    if (test_rank == test_size - 1)
        lack.place = place;
    if (place == MEET_END && refnuma_barrier_begin(t->context) == MPI_SUCCESS)
        return refnuma_barrier_end(t->context);
    return refnuma_barrier(t->context);
}

/* Every rank has touched the next rank's page, and writes to it and to its own
 * one. */
static void write_all(const struct test_array *t, double x)
{
    size_t next = (t->first + t->count) % (t->count * (size_t)test_size);

    t->v[t->first] = x;
    t->v[next + 1] = x;
}

static void fails(const struct refnuma_options *o, enum place place)
{
    struct test_array t;
    int rc;

    test_array_open(&t, o, 1);
    lack.kind = t.context->kind;
    t.context->kind = &stub;
    write_all(&t, 1);
    EXPECT(barrier(&t, NOWHERE) == MPI_SUCCESS);
    write_all(&t, 2);
    rc = barrier(&t, place);
    if (test_rank == test_size - 1)
        EXPECT(rc == MPI_ERR_NO_MEM);
    else if (place == PUT || o->first_read == REFNUMA_DELIVER)
        EXPECT(rc == MPI_ERR_NO_MEM); /* told by a meeting */
    else
        EXPECT(rc == MPI_SUCCESS);
    for (int i = 0; i < 2; i++) {
        EXPECT(barrier(&t, NOWHERE) == MPI_ERR_NO_MEM);
        EXPECT(strstr(refnuma_failure(), "the transport could not ") != NULL);
        EXPECT(strstr(refnuma_failure(), " may help") != NULL);
    }
    t.context->kind = lack.kind;
    test_array_close(&t);
}

static void failures(const struct refnuma_options *o)
{
    if (test_size < 2) /* nothing is sent */
        return;
    for (enum place place = PUT; place <= EXCHANGE; place++)
        fails(o, place);
}

void case_failures(void)
{
    test_ways(failures);
}
