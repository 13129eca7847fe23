/* probe.c: try process_vm_readv() and _writev() between all pairs of ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Permission is not enough: in a container with process numbers of its own a
 * rank can read, or worse write, some other process that has the number here.
 * So every rank has a secret, which it tells the others through MPI. A rank
 * writes to a process only if it has read the right secret there, and the
 * process checks that all have written theirs.
 */
#include "transfer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* What a rank tells the others. */
struct card {
    int64_t pid;
    uint64_t secret[2];
    uint64_t secret_at, box_at; /* addresses in that process */
};

/* Read the secret of [peer]; leave ours in its box for us. */
static bool try_peer(const struct card *peer, const struct card *mine, int rank)
{
    uint64_t got[2] = {0};
    uint64_t box = peer->box_at + (uint64_t)rank * sizeof(mine->secret);

    return sb_transfer(process_vm_readv, (pid_t)peer->pid, (char *)got,
                       peer->secret_at, sizeof(got)) == 0 &&
           memcmp(got, peer->secret, sizeof(got)) == 0 &&
           sb_transfer(process_vm_writev, (pid_t)peer->pid,
                       (char *)mine->secret, box, sizeof(mine->secret)) == 0;
}

/* [box]: room for everybody's secret. */
static int try_all(struct sb_agree *a, int size, struct card *cards,
                   uint64_t (*box)[2], int *can)
{
    struct card mine = {.pid = getpid(), .box_at = (uintptr_t)box};
    bool ok;
    int rc;

    mine.secret_at = (uintptr_t)mine.secret;
    ok = getrandom(mine.secret, sizeof(mine.secret), 0) ==
         (ssize_t)sizeof(mine.secret);
    rc = MPI_Allgather(&mine, sizeof(mine), MPI_BYTE, cards, sizeof(mine),
                       MPI_BYTE, a->comm);
    if (rc != MPI_SUCCESS)
        return sb_result(a, "cannot tell the other ranks of this process", rc);
    for (int r = 0; r < size && ok; r++)
        ok = r == a->rank || try_peer(&cards[r], &mine, a->rank);
    rc = sb_agree_least(a, ok, can); /* all have written, or will not */
    if (rc != MPI_SUCCESS || !*can)
        return rc;
    for (int r = 0; r < size && ok; r++)
        ok = r == a->rank ||
             memcmp(box[r], cards[r].secret, sizeof(box[r])) == 0;
    return sb_agree_least(a, ok, can); /* [mine] has been read by all */
}

int sb_probe(struct sb_agree *a, int size, pid_t *pids, bool *can)
{
    struct card *cards = calloc((size_t)size, sizeof(*cards));
    uint64_t(*box)[2] = calloc((size_t)size, sizeof(*box));
    int all = 0, rc;

    sb_note(a, SB_MEMORY, cards == NULL || box == NULL ? ENOMEM : 0);
    rc = sb_agree(a);
    if (rc == MPI_SUCCESS)
        rc = try_all(a, size, cards, box, &all);
    *can = all != 0;
    for (int r = 0; r < size && rc == MPI_SUCCESS; r++)
        pids[r] = (pid_t)cards[r].pid;
    free(box);
    free(cards);
    return rc;
}
