/* mpi_memory.c: only touched pages and their twins are resident. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mirrors.h"
#include "refnuma_mpi.h"

enum { PAGES = 300, WRITTEN = 5, TOUCHED = 3 };

/* Every rank writes its first pages, and reads fewer pages of the next rank. */
void case_memory(const struct refnuma_options *o)
{
    int64_t foreign = test_size > 1 ? TOUCHED : 0;
    struct test_array t;
    struct refnuma_info info;
    const struct rn_mirror *m;
    size_t next;

    test_array_open(&t, o, PAGES);
    m = &t.array->mirror;
    next = (t.first + t.count) % (t.count * (size_t)test_size);
    EXPECT(mirrors_twins(m) == 0);
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
    EXPECT(mirrors_twins(m) == info.twins);
    EXPECT(mirrors_backed(m) == WRITTEN + foreign);
    EXPECT(refnuma_unsubscribe(t.array, 0, t.count * (size_t)test_size) ==
           MPI_SUCCESS);
    info = test_info(&t);
    EXPECT(info.touched == 0 && info.shared == 0 && info.twins == 0);
    EXPECT(mirrors_twins(m) == 0);
    EXPECT(mirrors_backed(m) == WRITTEN);
    test_array_close(&t);
}
