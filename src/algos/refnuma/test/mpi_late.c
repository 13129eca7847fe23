/* mpi_late.c: pages that are touched between the halves of a barrier. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "refnuma_mpi.h"

/*
 * Every rank writes before the barrier, and touches the next rank's page while
 * the barrier is under way. Where pages are delivered it has what was written
 * before the barrier, and from the next one on what is written later.
 */
static void late(const struct refnuma_options *o)
{
    int next = (test_rank + 1) % test_size;
    int64_t foreign = test_size > 1;
    struct test_array t;
    size_t theirs;

    test_array_open(&t, o, 1);
    theirs = (t.first + t.count) % (t.count * (size_t)test_size);
    for (int step = 1; step < 4; step++) {
        t.v[t.first] = 10 * step + test_rank;
        EXPECT(refnuma_barrier_begin(t.context) == MPI_SUCCESS);
        if (step == 1)
            EXPECT(refnuma_touch_range(t.array, theirs, 1) == MPI_SUCCESS);
        EXPECT(refnuma_barrier_end(t.context) == MPI_SUCCESS);
        if (step > 1 || o->first_read == REFNUMA_DELIVER)
            EXPECT(t.v[theirs] == 10 * step + next);
        EXPECT(test_info(&t).touched == foreign);
        EXPECT(test_info(&t).faults == foreign);
        MPI_Barrier(MPI_COMM_WORLD); /* the value above is not overwritten */
    }
    test_array_close(&t);
}

static void late_by_call(const struct refnuma_options *o)
{
    struct refnuma_options call = *o;

    late(o);
    call.touch = REFNUMA_TOUCH_CALL;
    if (o->detect == REFNUMA_DETECT_TWIN)
        late(&call);
}

void case_late(void)
{
    test_ways(late_by_call);
}
