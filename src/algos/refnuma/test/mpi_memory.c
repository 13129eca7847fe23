/* mpi_memory.c: resident are the pages that were touched, and their twins. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

#include "refnuma_mpi.h"

/* Bytes resident of the mappings between two addresses, from /proc/self/smaps.
 */
static int64_t resident(const void *from, size_t bytes)
{
    uintptr_t first = (uintptr_t)from, low = 0, high = 0;
    FILE *f = fopen("/proc/self/smaps", "r");
    int64_t sum = 0, kib;
    char line[512];

    while (f != NULL && fgets(line, sizeof(line), f) != NULL) {
        if (sscanf(line, "Rss: %" SCNd64, &kib) == 1) {
            if (low >= first && high <= first + bytes)
                sum += 1024 * kib;
        } else if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &low, &high) != 2) {
            continue;
        }
    }
    if (f != NULL)
        fclose(f);
    return sum;
}

enum { PAGES = 300, WRITTEN = 5, TOUCHED = 3 };

/* Every rank writes the first own pages, and reads fewer of the next rank's. */
static void memory(const struct refnuma_options *o)
{
    int64_t foreign = test_size > 1 ? TOUCHED : 0;
    struct test_array t;
    struct refnuma_info info;
    const struct rn_mirror *m;
    struct stat st;
    size_t next;

    test_array_open(&t, o, PAGES);
    m = &t.array->mirror;
    next = (t.first + t.count) % (t.count * (size_t)test_size);
    EXPECT(resident(m->twin, m->bytes) == 0);
    for (size_t i = 0; i < WRITTEN * t.page; i++)
        t.v[t.first + i] = (double)i;
    for (size_t k = 0; k < TOUCHED; k++)
        (void)*(volatile double *)&t.v[next + k * t.page];
    for (int i = 0; i < 3; i++)
        test_barrier(&t);
    for (size_t i = 0; i < TOUCHED * t.page; i++)
        EXPECT(t.v[next + i] == (double)i);
    info = test_info(&t);
    EXPECT(info.touched == foreign && info.shared == foreign);
    EXPECT(info.twins == 2 * foreign);
    EXPECT(resident(m->twin, m->bytes) == info.twins * info.page);
    EXPECT(resident(m->user, m->bytes) == (WRITTEN + foreign) * info.page);
    EXPECT(fstat(m->fd, &st) == 0 &&
           (int64_t)st.st_blocks * 512 == (WRITTEN + foreign) * info.page);
    EXPECT(refnuma_unsubscribe(t.array, 0, t.count * (size_t)test_size) ==
           MPI_SUCCESS);
    info = test_info(&t);
    EXPECT(info.touched == 0 && info.shared == 0 && info.twins == 0);
    EXPECT(resident(m->twin, m->bytes) == 0);
    EXPECT(fstat(m->fd, &st) == 0 &&
           (int64_t)st.st_blocks * 512 == WRITTEN * info.page);
    test_array_close(&t);
}

void case_memory(void)
{
    test_ways(memory);
}
