/* test_populate.c: memory that is there, and memory that is not. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>
#include "lib/test/unit.h"
#include "lib/populate.h"

static const size_t mib = 1 << 20;

/* Pages of the mapping that are in memory. */
static size_t resident(void *at, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), n = 0;
    unsigned char pages[4096];

    assert_true(bytes / page <= sizeof(pages));
    assert_int_equal(mincore(at, bytes, pages), 0);
    for (size_t i = 0; i < bytes / page; i++)
        n += pages[i] & 1;
    return n;
}

/* The kernel knows the advice, and what lies beyond the end of a file is what
 * a full file system is: SIGBUS for who touches it. */
static void *map_file(int fd, size_t bytes)
{
    char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

    assert_true(p != MAP_FAILED);
    return p;
}

static void test_pages_come(void **state)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = 3 * mib;
    char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    (void)state;
    assert_true(p != MAP_FAILED);
    madvise(p, bytes, MADV_NOHUGEPAGE);
    assert_int_equal(populate(p, 0), 0);
    assert_int_equal(resident(p, bytes), 0);
    /* the last byte of a page and the first of the next */
    assert_int_equal(populate(p + page - 1, 2), 0);
    if (resident(p, bytes) == 0)
        skip(); /* before Linux 5.14 */
    assert_int_equal(resident(p, bytes), 2);
    assert_int_equal(populate(p, bytes), 0);
    assert_int_equal(resident(p, bytes), bytes / page);
    munmap(p, bytes);
}

static void test_no_room_is_an_error(void **state)
{
    int fd = memfd_create("test", MFD_CLOEXEC);
    char *p = map_file(fd, 4 * mib);

    (void)state;
    assert_int_equal(ftruncate(fd, (off_t)(2 * mib)), 0);
    assert_int_equal(populate(p, 2 * mib), 0);
    if (resident(p, 2 * mib) == 0)
        skip(); /* before Linux 5.14 */
    assert_int_equal(populate(p, 2 * mib + 1), -ENOSPC);
    assert_int_equal(populate(p + 3 * mib, 1), -ENOSPC);
    munmap(p, 4 * mib);
    close(fd);
}

static void test_no_mapping_is_an_error(void **state)
{
    char *p = mmap(NULL, mib, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    (void)state;
    assert_true(p != MAP_FAILED);
    munmap(p, mib);
    assert_int_equal(populate(p, mib), -ENOMEM);
}

UNIT_GROUP(populate)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pages_come),
        cmocka_unit_test(test_no_room_is_an_error),
        cmocka_unit_test(test_no_mapping_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
