/* test_distance.c: reads files of distances, good and bad. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/test/unit.h"
#include "../msgsched.h"

/* Makes a temporary file with n bytes of text; path becomes its name. */
static void file_of(char path[32], const char *text, size_t n)
{
    int fd;

    strcpy(path, "/tmp/test_distance.XXXXXX");
    fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, n), n);
    close(fd);
}

static void read_back(void **state)
{
    static const struct {
        const char *text;
        int nodes;
        int distance[9];
    } rows[] = {
        {"0\n", 1, {0}},
        {"7", 1, {7}},
        {"0 1\n1 0", 2, {0, 1, 1, 0}},
        {"# of a ring\n\n0 1 2 # to node 2\r\n \t1 0 1\n\n2\t1  0\n#\n",
         3,
         {0, 1, 2, 1, 0, 1, 2, 1, 0}},
        {"0 2147483647\n00 0\n", 2, {0, 2147483647, 0, 0}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *const untold = "not told", *why = untold;
        int nodes = -1, line = -1, *distance = NULL;
        char path[32];

        file_of(path, rows[i].text, strlen(rows[i].text));
        assert_int_equal(
            msgsched_distance_read(path, &nodes, &distance, &line, &why), 0);
        unlink(path);
        assert_ptr_equal(why, untold);
        assert_int_equal(nodes, rows[i].nodes);
        assert_memory_equal(distance, rows[i].distance,
                            (size_t)(nodes * nodes) * sizeof(int));
        free(distance);
    }
}

#define TEXT(text) text, sizeof(text) - 1

static void refuse(const char *text, size_t n, int at, const char *what)
{
    int nodes = -1, line = -1, *distance = NULL;
    const char *why = NULL;
    char path[32];

    file_of(path, text, n);
    assert_int_equal(
        msgsched_distance_read(path, &nodes, &distance, &line, &why), -EINVAL);
    unlink(path);
    assert_string_equal(why, what);
    assert_int_equal(line, at);
    assert_int_equal(nodes, -1);
    assert_null(distance);
}

static void refused(void **state)
{
    enum { MANY = (1 << 14) + 1 };
    static char many[2 * MANY];
    static const struct {
        const char *text;
        size_t n;
        int line;
        const char *why;
    } rows[] = {
        {TEXT(""), 0, "fewer lines than distances in a line"},
        {TEXT("#\n\n"), 2, "fewer lines than distances in a line"},
        {TEXT("0 1\n"), 1, "fewer lines than distances in a line"},
        {TEXT("0 1\n1 0\n1 1\n"), 3, "more lines than distances in a line"},
        {TEXT("0 1\n\n1\n"), 3, "not as many distances as before"},
        {TEXT("0 1\n1 0 2\n"), 2, "not as many distances as before"},
        {TEXT("0 -1\n1 0\n"), 1, "not a distance"},
        {TEXT("0 1\n1 0x\n"), 2, "not a distance"},
        {TEXT("0 2147483648\n1 0\n"), 1, "not a distance"},
        {TEXT("0 99999999999999999999\n1 0\n"), 1, "not a distance"},
        {TEXT("0 1\n1\0 0\n"), 2, "a null byte in it"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        refuse(rows[i].text, rows[i].n, rows[i].line, rows[i].why);
    for (int i = 0; i < MANY; i++)
        memcpy(many + 2 * i, "1 ", 2);
    refuse(many, sizeof(many), 1, "more than 16384 nodes");
}

static void not_there(void **state)
{
    int nodes, line = -1, *distance;
    const char *why = NULL;

    (void)state;
    assert_int_equal(msgsched_distance_read("/nowhere/distances", &nodes,
                                            &distance, &line, &why),
                     -ENOENT);
    assert_int_equal(line, 0);
    assert_string_equal(why, strerror(ENOENT));
    assert_int_equal(
        msgsched_distance_read("/", &nodes, &distance, &line, &why), -EIO);
    assert_int_equal(line, 0);
}

UNIT_GROUP(distance)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_back),
        cmocka_unit_test(refused),
        cmocka_unit_test(not_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
