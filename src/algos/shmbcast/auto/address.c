/* address.c: locates buffers in shared regions, and copies them by loads and
 * stores, or through the kernel if it allows access to other ranks' memory. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "transfer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/uio.h>
#include <unistd.h>

/* An ordinary store to a line that is not in a cache reads the line first. If
 * source and destination together exceed the last-level cache, that read is
 * useless, and non-temporal stores save a third of the memory traffic. In
 * shorter copies they would evict data that the program is about to use. */

/* Assumed size of the L3 cache if the system does not report it. */
enum { L3_USUAL = 32 << 20 };

size_t sb_stream_least(void)
{
    long l3 = sysconf(_SC_LEVEL3_CACHE_SIZE);

    return (size_t)(l3 > 0 ? l3 : L3_USUAL) / 2;
}

struct sb_address sb_address_of(const struct shmbcast_auto *h, const void *at,
                                size_t n)
{
    for (const struct sb_region *g = h->regions; g != NULL; g = g->next)
        for (int r = 0; r < h->size; r++) {
            const struct sb_part *part = &g->parts[r];
            uintptr_t offset = (uintptr_t)at - (uintptr_t)part->base;

            if (offset < part->bytes && n <= part->bytes - offset)
                return (struct sb_address){
                    .region = g->number, .segment = (uint64_t)r, .at = offset};
        }
    return (struct sb_address){.at = (uintptr_t)at};
}

/* Returns the address of [there] in this process; NULL for private memory. */
static char *map(const struct shmbcast_auto *h, const struct sb_address *there)
{
    for (const struct sb_region *g = h->regions; g != NULL; g = g->next)
        if (g->number == there->region)
            return g->parts[there->segment].base + there->at;
    return NULL;
}

/* Lets the kernel copy [n] bytes between [local] and [remote] of process [pid].
 * Repeats the call, because a signal or 2 GiB may end it early. Returns 0 or an
 * errno. */
static int transfer(bool write, pid_t pid, char *local, uint64_t remote,
                    size_t n)
{
    while (n > 0) {
        struct iovec here = {.iov_base = local, .iov_len = n};
        struct iovec there = {.iov_base = (void *)(uintptr_t)remote,
                              .iov_len = n};
        ssize_t done = (write ? process_vm_writev
                              : process_vm_readv)(pid, &here, 1, &there, 1, 0);

        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return done < 0 ? errno : EFAULT;
        local += done;
        remote += (uint64_t)done;
        n -= (size_t)done;
    }
    return 0;
}

int sb_address_copy(const struct shmbcast_auto *h,
                    const struct sb_address *there, int rank, size_t offset,
                    char *here, size_t n, bool write, bool stream)
{
    char *mapped = map(h, there);

    if (mapped == NULL)
        return transfer(write, h->pids[rank], here, there->at + offset, n);
    mapped += offset;
    if (stream)
        sb_lines_copy_past(write ? mapped : here, write ? here : mapped, n);
    else
        memcpy(write ? mapped : here, write ? here : mapped, n);
    return 0;
}

/*
 * Permission to access a process is not enough: in a container with its own
 * process ids, an id may denote a process that is not a rank and must not be
 * written to. So every rank sends a secret to the others through MPI. A rank
 * writes to a process only if it has read the right secret there. Each process
 * checks that all other ranks have written their secrets to it.
 */

/* What a rank sends to the others before they try to access its memory. */
struct card {
    int64_t pid;
    uint64_t secret[2];
    uint64_t secret_at, box_at; /* addresses in the process [pid] */
};

/* Reads the secret of [peer], and writes ours to our entry of [peer]'s [box].
 * Returns true if both worked. */
static bool try_peer(const struct card *peer, const struct card *mine, int rank)
{
    uint64_t got[2] = {0};
    uint64_t box = peer->box_at + (uint64_t)rank * sizeof(mine->secret);

    return transfer(false, (pid_t)peer->pid, (char *)got, peer->secret_at,
                    sizeof(got)) == 0 &&
           memcmp(got, peer->secret, sizeof(got)) == 0 &&
           transfer(true, (pid_t)peer->pid, (char *)mine->secret, box,
                    sizeof(mine->secret)) == 0;
}

/* Tries transfers with all ranks; sets [*can] to true if all worked. [box] has
 * an entry for the secret of each rank. */
static int try_all(struct sb_agree *a, int size, struct card *cards,
                   uint64_t (*box)[2], int *can)
{
    struct card mine = {.pid = getpid(), .box_at = (uintptr_t)box};
    bool ok;
    int rc;

    mine.secret_at = (uintptr_t)mine.secret;
    ok = getrandom(mine.secret, sizeof(mine.secret), 0) ==
         (ssize_t)sizeof(mine.secret);
    rc = PMPI_Allgather(&mine, sizeof(mine), MPI_BYTE, cards, sizeof(mine),
                        MPI_BYTE, a->comm);
    if (rc != MPI_SUCCESS)
        return sb_result(a, "cannot send the process id to the other ranks",
                         rc);
    for (int r = 0; r < size && ok; r++)
        ok = r == a->rank || try_peer(&cards[r], &mine, a->rank);
    rc = sb_agree_least(a, ok, can); /* all ranks have now written or failed */
    if (rc != MPI_SUCCESS || !*can)
        return rc;
    for (int r = 0; r < size && ok; r++)
        ok = r == a->rank ||
             memcmp(box[r], cards[r].secret, sizeof(box[r])) == 0;
    return sb_agree_least(a, ok, can); /* all have read [mine] now */
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
