/* auto_empty.c: messages without bytes, and messages longer than expected. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine_auto.h"
#include "../auto/handle.h"
#include "mpi_test.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 300000 };

/* Broadcasts [sent] bytes; this rank expects [mine] bytes, or none. */
static void one_mismatch(struct engine *e, int root, size_t sent, size_t mine,
                         unsigned seed)
{
    size_t room = test_rank == root ? sent : mine;

    test_message(e, test_rank,
                 &(struct message){
                     .root = root, .sent = sent, .room = mine, .seed = seed});
    EXPECT(shmbcast_auto_missing(engine_auto(e)) ==
           (room > sent ? room - sent : 0));
}

/* Roots send no or too few bytes to ranks that expect some, and some bytes to
 * ranks that expect none, between normal messages. A leader that expects none
 * must at once forward what its group expects. Barriers check that after
 * messages in the line of the slot, for which neither roots nor other ranks
 * wait (an inner node of the queue's tree does keep its children waiting). */
void case_empty(struct engine *e)
{
    static const size_t sizes[] = {0, 5, 0, 1000, 0, 70000, 30000};
    int rounds = test_size <= 2 ? 300 : 100;

    for (int i = 0; i < rounds; i++) {
        size_t sent = sizes[i % 7], mine = sent > 0 ? sent : 1000;

        if (i % 4 == 0) /* the root sends fewer bytes than expected */
            mine += sent;
        if ((test_rank + i) % 3 == 0)
            mine = 0;
        one_mismatch(e, i / 3 % test_size, sent, mine, (unsigned)i);
        if (sent <= SB_LINE_BYTES && test_threshold(e, sent, false) != SB_PULL)
            MPI_Barrier(MPI_COMM_WORLD);
        if (i % 5 == 0)
            test_once(e, test_rank, i % test_size, sent, (unsigned)i);
    }
}

/* The next call of a rank that expected no bytes and skipped a broadcast, for
 * which the root still waits. */
enum next { ALLOC, ATTACH, DETACH, NEXTS };

static void call_next(struct shmbcast_auto *h, enum next next, MPI_Win win)
{
    void *memory = NULL;

    if (next == ALLOC) {
        EXPECT(shmbcast_auto_alloc(h, 100, &memory) == MPI_SUCCESS);
        EXPECT(shmbcast_auto_release(h, memory) == MPI_SUCCESS);
    } else if (next == ATTACH) {
        EXPECT(shmbcast_auto_attach(h, win) == MPI_SUCCESS);
    } else {
        EXPECT(shmbcast_auto_detach(h, win) == MPI_SUCCESS);
    }
}

void case_owed(struct engine *e)
{
    void *memory;
    MPI_Win win;

    MPI_Win_allocate_shared(100, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                            &win);
    for (int i = 0; i < NEXTS; i++)
        for (int root = 0; root < test_size; root++) {
            one_mismatch(e, root, ROOM, 0, 1);
            call_next(engine_auto(e), (enum next)i, win);
            if (root < test_size - 1 && i > 0)
                call_next(engine_auto(e), (enum next)(NEXTS - i), win);
            test_once(e, test_rank, root, 1000, 2);
        }
    MPI_Win_free(&win);
    one_mismatch(e, 0, ROOM, 0, 1); /* the handle is freed next */
}

/* Messages too long for private or shared buffers. Later messages must work. */
void case_cut(struct engine *e)
{
    static const size_t sizes[] = {42, 1002, 5004, 30000, 252000};
    char *private = test_alloc(2 * ROOM), *shared;
    void *memory = private;

    EXPECT(shmbcast_auto_alloc(engine_auto(e), 2 * ROOM, &memory) ==
           MPI_SUCCESS);
    shared = memory;
    for (int i = 0; test_size > 1 && i < 5 * 8; i++) {
        bool mine = test_rank == 0 ? i % 4 < 2 : (i + test_rank) % 2 == 0;

        test_message(
            e, test_rank,
            &(struct message){.sent = sizes[i / 8],
                              .room = sizes[i / 8] / 2,
                              .gaps = i % 8 > 3 && test_rank > 0,
                              .data = (mine ? private : shared) + TEST_GUARD,
                              .seed = 8});
        test_once(e, test_rank, test_size - 1, i % 2 == 0 ? 10000 : 100, 4);
    }
    free(private);
}
