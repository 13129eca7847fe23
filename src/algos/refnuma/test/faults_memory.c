/* faults_memory.c: cases about memory: what is resident, what is too much. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "faults.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The kernel does not open pages for its own accesses. */
void efault(struct mirrors *t)
{
    int fd = open("/dev/zero", O_RDONLY | O_CLOEXEC);

    expect(read(fd, t->m.user + 30 * t->m.set.page, 8) == -1 && errno == EFAULT,
           "a system call into a closed page gets EFAULT");
    expect(rn_mirror_touch(&t->m, 30, 31) == 0 &&
               read(fd, t->m.user + 30 * t->m.set.page, 8) == 8,
           "a system call works in a page that was touched");
    expect(*mirrors_word(t, 30, 0) == 0, "the page has what was read");
}

/* Pages of [start, start + bytes) by /proc/self/smaps; pages that are mapped
 * twice count one half each. */
static double smaps(const char *start, size_t bytes, size_t page)
{
    FILE *f = fopen("/proc/self/smaps", "r");
    uintptr_t from = 0, to = 0, low = (uintptr_t)start;
    char line[512];
    long kib, sum = 0;

    expect(f != NULL, "/proc/self/smaps is there");
    while (fgets(line, sizeof(line), f) != NULL) {
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &from, &to) == 2)
            continue;
        if (sscanf(line, "Pss: %ld kB", &kib) == 1 && from >= low &&
            to <= low + bytes)
            sum += kib;
    }
    fclose(f);
    return (double)sum * 1024 / (double)page;
}

static void expect_pages(struct mirrors *t, double mirror, double twins)
{
    size_t page = t->m.set.page;
    double user = smaps(t->m.user, t->m.bytes, page) +
                  smaps(t->m.alias, t->m.bytes, page);
    double twin = smaps(t->m.twin, t->m.bytes, page);

    if (user != mirror || twin != twins)
        fprintf(stderr, "faults: %g pages and %g twins, not %g and %g\n", user,
                twin, mirror, twins);
    expect(user == mirror && twin == twins, "what was touched is resident");
}

/* Of a large array: what was touched, and twins of that; dropped, nothing. */
void resident(const char *guard)
{
    struct rn_extents pages = {0}, own = {0};
    struct mirrors t;

    mirrors_open_or_exit(&t, guard, UINT64_C(1) << 20);
    expect_pages(&t, 0, 0);
    for (uint64_t page = 1000; page < 2000; page += 10)
        *mirrors_word(&t, page, 1) = 1;
    expect_pages(&t, 100, 100);
    *mirrors_word(&t, 1, 0) = *mirrors_word(&t, 2, 0) = 1;
    expect_pages(&t, 102, 100);
    expect(rn_extents_append(&own, 1, 2) == 0, "memory");
    rn_mirror_twin(&t.m, &own);
    expect_pages(&t, 102, 101);
    expect(rn_mirror_opened(&t.m, &pages) == 0 && pages.total == 100 &&
               rn_mirror_drop(&t.m, &pages) == 0,
           "pages can be dropped");
    expect_pages(&t, 2, 1);
    rn_extents_free(&pages);
    rn_extents_free(&own);
    mirrors_close(&t);
}

/* The program keeps all its memory resident, but for closed pages. */
void locked(const char *guard)
{
    struct rn_extents pages = {0};
    struct mirrors t;

    if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0) {
        fprintf(stderr, "faults: memory cannot be locked here\n");
        exit(78);
    }
    mirrors_open_or_exit(&t, guard, 64);
    expect_pages(&t, 0, 0);
    for (int round = 0; round < 2; round++) {
        *mirrors_word(&t, 30, 0) = 1;
        expect(*mirrors_word(&t, 40, 0) == MIRRORS_UNDEFINED,
               "closed pages are opened");
        expect_pages(&t, 2, 2);
        rn_extents_clear(&pages);
        expect(rn_mirror_opened(&t.m, &pages) == 0 && pages.total == 2,
               "opened tell of pages that were opened");
        expect(rn_mirror_drop(&t.m, &pages) == 0, "pages can be dropped");
        expect_pages(&t, 0, 0);
    }
    rn_extents_free(&pages);
    mirrors_close(&t);
}

enum { MANY = 200000 };

/* With page protection each needs a mapping of its own: there are not as many.
 */
void second_pages(const char *guard)
{
    struct mirrors t;

    mirrors_open_or_exit(&t, guard, MANY);
    for (uint64_t page = 8; page < MANY; page += 2)
        *mirrors_word(&t, page, 0) = page;
    for (uint64_t page = 8; page < MANY; page += 2)
        expect(*mirrors_word(&t, page, 0) == page, "written pages stay so");
    mirrors_close(&t);
}

/* The same by calls: an error, and what was touched before goes on working. The
 * program that has all its mappings in use may get no memory for the opened. */
void second_pages_touched(const char *guard)
{
    struct rn_extents opened = {0};
    struct mirrors t;
    uint64_t page = 8, end;
    int rc = 0;

    mirrors_open_or_exit(&t, guard, MANY);
    for (; rc == 0 && page < MANY; page += 2)
        rc = rn_mirror_touch(&t.m, page, page + 1);
    expect(rc == (strcmp(guard, "twin") == 0 ? -ENOMEM : 0),
           "page protection has its limit, others have none");
    end = rc == 0 ? page : page - 2;
    for (page = 8; page < end; page += 2)
        *mirrors_word(&t, page, 0) = page;
    rc = rn_mirror_opened(&t.m, &opened);
    expect(rc == -ENOMEM || opened.total == (end - 8) / 2,
           "opened are of those that were opened");
    expect(rc == 0 || strcmp(guard, "twin") == 0, "there is memory");
    rn_extents_free(&opened);
    mirrors_close(&t);
}
