/* pages.c: other physical memory for the next buffers than the last ones had.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/pages.h"

#include <sys/mman.h>
#include <unistd.h>
#include "lib/populate.h"
#include "lib/scatter.h"

/* As much as the kernel keeps at hand for small requests, and no more than is
 * touched in a few milliseconds. */
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

void pages_before(struct pages *p, size_t bytes)
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

void pages_keep(struct pages *p, void *at, size_t bytes)
{
    map_close(&p->kept);
    p->kept = (struct pages_map){at, bytes};
}

void pages_release(struct pages *p)
{
    map_close(&p->kept);
    map_close(&p->ballast);
}
