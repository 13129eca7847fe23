/* buffers.c: message buffers: aligned, placed on NUMA nodes, touched; warm or
 * cold. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/buffers.h"

#include <errno.h>
#include <numaif.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "lib/digest.h"
#include "lib/populate.h"
#include "lib/xmalloc.h"
#include "mpi/agree.h"
#include "ops/layout.h"

enum { HUGE_PAGE = 2 << 20 };

static size_t round_up(size_t x, size_t to)
{
    return (x + to - 1) / to * to;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Computes sizes and offsets of the blocks; returns -1 on overflow. */
static int layout(struct buffers *b, const struct buffers_spec *spec)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t align = larger(spec->align, 1);
    size_t unit = larger(align, page), room;

    *b = (struct buffers){.spec = *spec, .win = MPI_WIN_NULL};
    if (spec->send_bytes > SIZE_MAX / 8 || spec->recv_bytes > SIZE_MAX / 8 ||
        spec->span > SIZE_MAX / 8)
        return -1;
    b->recv_offset = round_up(spec->send_bytes + BUFFERS_GUARD, align);
    /* A send buffer of 0 bytes could share the receive buffer's address, but if
     * both are empty, Open MPI then refuses MPI_Reduce_init. */
    if (spec->send_bytes == 0 && spec->recv_bytes > 0)
        b->recv_offset = 0;
    b->stride =
        round_up(b->recv_offset + spec->recv_bytes + BUFFERS_GUARD, unit);
    b->nblocks = spec->span / b->stride + (spec->span % b->stride != 0);
    if (spec->slots > 0 && b->nblocks > spec->slots)
        b->nblocks = spec->slots;
    b->nblocks =
        larger(b->nblocks, spec->span != 0 && spec->slots != 1 ? 2 : 1);
    b->nblocks *= spec->threads > 1 ? (size_t)spec->threads : 1;
    room = larger(align, spec->hugepages ? HUGE_PAGE : 1);
    return __builtin_mul_overflow(b->nblocks, b->stride, &b->map_bytes) ||
                   __builtin_add_overflow(b->map_bytes, room, &b->map_bytes)
               ? -1
               : 0;
}

size_t buffers_bytes(const struct buffers_spec *spec)
{
    struct buffers b;

    return layout(&b, spec) == 0 ? b.map_bytes : 0;
}

/* Places memory according to --numa. Returns 0 or -errno. */
static int bind_memory(void *p, size_t bytes, int numa)
{
    unsigned long mask[16] = {0};
    int mode = MPOL_BIND, rc;

    if (numa == BUFFERS_NUMA_LOCAL)
        return 0; /* default: the node of the CPU that touches it first */
    if (numa == BUFFERS_NUMA_INTERLEAVE) {
        mode = MPOL_INTERLEAVE;
        rc = (int)get_mempolicy(NULL, mask, sizeof(mask) * 8, NULL,
                                MPOL_F_MEMS_ALLOWED);
        if (rc != 0)
            return -errno;
    } else {
        if ((size_t)numa >= sizeof(mask) * 8)
            return -EINVAL;
        mask[(size_t)numa / (sizeof(mask[0]) * 8)] |=
            1ul << ((size_t)numa % (sizeof(mask[0]) * 8));
    }
    return mbind(p, bytes, mode, mask, sizeof(mask) * 8, MPOL_MF_STRICT) == 0
               ? 0
               : -errno;
}

static int map_new(unsigned char **map, size_t bytes, char **cause)
{
    *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (*map != MAP_FAILED)
        return 0;
    *map = NULL;
    *cause = xasprintf("cannot map %zu bytes of buffers: %s", bytes,
                       strerror(errno));
    return -ENOMEM;
}

/* ---- physical pages ------------------------------------------------------ */

/* Limits of the ballast's size: at least the kernel's reserve for small
 * requests, at most what can be touched in a few milliseconds. */
enum { BALLAST_LEAST = 256 << 10, BALLAST_MOST = 16 << 20 };

static void map_close(struct pages_map *m)
{
    if (m->at != NULL)
        munmap(m->at, m->bytes);
    *m = (struct pages_map){0};
}

size_t pages_ballast(size_t bytes)
{
    return bytes < BALLAST_LEAST  ? BALLAST_LEAST
           : bytes > BALLAST_MOST ? BALLAST_MOST
                                  : bytes;
}

/* Allocates the ballast; call it before buffers of `bytes` bytes are mapped. If
 * out of memory, does without. */
static void pages_before(struct pages *p, size_t bytes)
{
    uint64_t random = scatter(((uint64_t)getpid() << 32) + ++p->drawn);
    size_t ballast = (size_t)(random % pages_ballast(bytes)) + 1;
    void *at = mmap(NULL, ballast, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (at == MAP_FAILED)
        return;
    map_close(&p->ballast);
    p->ballast = (struct pages_map){at, ballast};
    if (populate(at, ballast) != 0)
        map_close(&p->ballast);
}

/* Keeps a mapping until the next buffers are touched, and unmaps the one kept
 * before. */
static void pages_keep(struct pages *p, void *at, size_t bytes)
{
    map_close(&p->kept);
    p->kept = (struct pages_map){at, bytes};
}

void pages_release(struct pages *p)
{
    map_close(&p->kept);
    map_close(&p->ballast);
}

/* Releases unused memory. */
static void map_leave(const struct buffers_spec *spec, void *map, size_t bytes)
{
    if (spec->pages != NULL)
        pages_keep(spec->pages, map, bytes);
    else
        munmap(map, bytes);
}

void buffers_arena_close(struct buffers_arena *a)
{
    if (a->map != NULL)
        munmap(a->map, a->map_bytes);
    *a = (struct buffers_arena){0};
}

/* Returns the buffers' arena; NULL if they have memory of their own. */
static struct buffers_arena *arena_of(const struct buffers_spec *spec)
{
    return spec->span > 0 && spec->shared == MPI_COMM_NULL ? spec->arena : NULL;
}

/* Uses the arena's memory. Maps more than needed if it has to map, because
 * later, larger blocks may take up to twice as much. Untouched space takes no
 * memory. */
static int map_arena(struct buffers *b, struct buffers_arena *a, char **cause)
{
    if (a->renew || a->map_bytes < b->map_bytes) {
        size_t bytes = larger(b->map_bytes + b->spec.span, a->map_bytes);

        if (a->map != NULL)
            map_leave(&b->spec, a->map, a->map_bytes);
        *a = (struct buffers_arena){0};
        if (map_new(&a->map, bytes, cause) != 0)
            return -ENOMEM;
        a->map_bytes = bytes;
    }
    a->touched = larger(a->touched, b->map_bytes);
    b->map = a->map;
    return 0;
}

static int map_private(struct buffers *b, char **cause)
{
    struct buffers_arena *a = arena_of(&b->spec);

    return a != NULL ? map_arena(b, a, cause)
                     : map_new(&b->map, b->map_bytes, cause);
}

/* Each rank's part of the window starts on a new page. */
static int map_shared(struct buffers *b, char **cause)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    MPI_Info info;
    int rc, n;

    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true");
    rc = MPI_Win_allocate_shared((MPI_Aint)b->map_bytes, 1, info,
                                 b->spec.shared, &b->map, &b->win);
    MPI_Info_free(&info);
    rc = agree_window(b->spec.shared, &b->win, rc);
    if (rc == MPI_SUCCESS)
        return 0;
    b->map = NULL;
    MPI_Error_string(rc, text, &n);
    *cause =
        xasprintf("cannot share %zu bytes of buffers: %s", b->map_bytes, text);
    return -ENOMEM;
}

int buffers_open(struct buffers *b, const struct buffers_spec *spec,
                 char **cause)
{
    size_t align = larger(spec->align, spec->hugepages ? HUGE_PAGE : 1);
    int rc;

    if (layout(b, spec) != 0) {
        *cause = xasprintf("buffers larger than the address space");
        return -ENOMEM;
    }
    if (spec->pages != NULL)
        pages_before(spec->pages, b->map_bytes);
    rc = spec->shared != MPI_COMM_NULL ? map_shared(b, cause)
                                       : map_private(b, cause);
    if (rc != 0)
        return rc;
    b->base = b->map + (round_up((uintptr_t)b->map, align) - (uintptr_t)b->map);
    b->recv = b->base + b->recv_offset;
    if (spec->hugepages)
        madvise(b->map, b->map_bytes, MADV_HUGEPAGE); /* may fail */
    rc = bind_memory(b->map, b->map_bytes, spec->numa);
    if (rc != 0) {
        *cause = xasprintf("cannot place buffers by --numa: %s", strerror(-rc));
        return rc;
    }
    rc = populate(b->map, b->map_bytes);
    if (rc != 0) {
        *cause = xasprintf("cannot get %zu bytes of %s memory for buffers: %s",
                           b->map_bytes,
                           spec->shared != MPI_COMM_NULL ? "shared" : "private",
                           strerror(-rc));
        return rc;
    }
    memset(b->map, BUFFERS_FILL, b->map_bytes);
    if (spec->pages != NULL)
        pages_release(spec->pages);
    return 0;
}

void buffers_close(struct buffers *b)
{
    if (b->map != NULL && b->win != MPI_WIN_NULL)
        MPI_Win_free(&b->win);
    else if (b->map != NULL && arena_of(&b->spec) == NULL)
        map_leave(&b->spec, b->map, b->map_bytes);
    *b = (struct buffers){.win = MPI_WIN_NULL};
}

/* Blocks of a group are used in scattered order: at a constant distance the
 * processor would prefetch each block before its launch. Groups are used in
 * memory order, so that buffers_open() has written to them as long ago as
 * possible. */
enum { GROUP = 64, GROUP_STEP = 39 };

static size_t block_of(const struct buffers *b, uint64_t launch)
{
    size_t i = launch % b->nblocks, first = i - i % GROUP;

    return first + GROUP <= b->nblocks ? first + i * GROUP_STEP % GROUP : i;
}

void buffers_use(const struct buffers *b, const struct op *op, uint64_t launch,
                 struct op_args *a)
{
    a->slot = block_of(b, launch);
    a->sendbuf = a->sendmem = b->base + a->slot * b->stride;
    a->recvbuf = a->recvmem = b->recv + a->slot * b->stride;
    a->receives = layout_receives(op, a);
    if (layout_in_place(op, a) && op->in_place == IN_PLACE_STAYS)
        a->recvbuf = MPI_IN_PLACE;
    else if (layout_in_place(op, a))
        a->sendbuf = MPI_IN_PLACE;
}
