/* faults_memory.c: cases about memory: what is resident, what is too much. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "faults.h"

#include <errno.h>
#include <fcntl.h>
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

static void expect_pages(const struct mirrors *t, int64_t mirror, int64_t twins)
{
    expect(mirrors_backed(&t->m) == mirror && mirrors_twins(&t->m) == twins,
           "what was touched is resident");
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
               "opened() reports pages that were opened");
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
           "opened() reports those that were opened");
    expect(rc == 0 || strcmp(guard, "twin") == 0, "there is memory");
    rn_extents_free(&opened);
    mirrors_close(&t);
}
