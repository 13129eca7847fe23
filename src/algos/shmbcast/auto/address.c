/* address.c: find buffers in shared regions; copy by loads or by the kernel. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "address.h"

#include <errno.h>
#include <sys/uio.h>

#include "copy.h"

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

char *sb_address_map(const struct shmbcast_auto *h,
                     const struct sb_address *there)
{
    for (const struct sb_region *g = h->regions; g != NULL; g = g->next)
        if (g->number == there->region)
            return g->parts[there->segment].base + there->at;
    return NULL;
}

typedef ssize_t transfer_fn(pid_t pid, const struct iovec *local,
                            unsigned long nlocal, const struct iovec *remote,
                            unsigned long nremote, unsigned long flags);

/* Calls may stop early, at a signal or after 2 GiB. */
static int transfer(transfer_fn *call, pid_t pid, char *local, uint64_t remote,
                    size_t n)
{
    while (n > 0) {
        struct iovec here = {.iov_base = local, .iov_len = n};
        struct iovec there = {.iov_base = (void *)(uintptr_t)remote,
                              .iov_len = n};
        ssize_t done = call(pid, &here, 1, &there, 1, 0);

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

static void copy(char *to, const char *from, size_t n, bool stream)
{
    if (stream)
        sb_copy_stream(to, from, n);
    else
        memcpy(to, from, n);
}

int sb_address_read(const struct shmbcast_auto *h,
                    const struct sb_address *there, int rank, size_t offset,
                    void *to, size_t n, bool stream)
{
    const char *from = sb_address_map(h, there);

    if (from == NULL)
        return transfer(process_vm_readv, h->pids[rank], to, there->at + offset,
                        n);
    copy(to, from + offset, n, stream);
    return 0;
}

int sb_address_write(const struct shmbcast_auto *h,
                     const struct sb_address *there, int rank, size_t offset,
                     const void *from, size_t n, bool stream)
{
    char *to = sb_address_map(h, there);

    if (to == NULL) /* the kernel only reads here */
        return transfer(process_vm_writev, h->pids[rank], (char *)from,
                        there->at + offset, n);
    copy(to + offset, from, n, stream);
    return 0;
}
