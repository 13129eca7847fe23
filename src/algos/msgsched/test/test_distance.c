/* test_distance.c: reads valid and invalid files of distances. */
/* SPDX-License-Identifier: BSD-3-Clause */
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

#define TEXT(text) text, sizeof(text) - 1

/* Reads text, and checks the distances, or the reason and the line of the
 * error. */
static void read_text(const char *text, size_t n, int nodes,
                      const int *distance, int at, const char *why)
{
    int got_nodes = -1, line = -1, *got = NULL;
    const char *got_why = NULL;
    char path[32];

    file_of(path, text, n);
    assert_int_equal(
        msgsched_distance_read(path, &got_nodes, &got, &line, &got_why),
        why == NULL ? 0 : -EINVAL);
    unlink(path);
    assert_int_equal(got_nodes, nodes);
    if (why != NULL) {
        assert_string_equal(got_why, why);
        assert_int_equal(line, at);
        assert_null(got);
        return;
    }
    assert_null(got_why);
    assert_memory_equal(got, distance, (size_t)(nodes * nodes) * sizeof(int));
    free(got);
}

UNIT_TEST(files)
{
    static const char few[] = "fewer lines than distances per line",
                      many[] = "more lines than distances per line",
                      others[] =
                          "another number of distances than in the first line",
                      none[] = "not a distance";
    static const struct {
        const char *text;
        size_t n;
        int nodes, distance[9];
        int line;
        const char *why;
    } rows[] = {
        {TEXT("0\n"), 1, {0}, 0, NULL},
        {TEXT("7"), 1, {7}, 0, NULL},
        {TEXT("0 1\n1 0"), 2, {0, 1, 1, 0}, 0, NULL},
        {TEXT("# of a ring\n\n0 1 2 # to node 2\r\n \t1 0 1\n\n2\t1  0\n#\n"),
         3,
         {0, 1, 2, 1, 0, 1, 2, 1, 0},
         0,
         NULL},
        {TEXT("0 2147483647\n00 0\n"), 2, {0, INT_MAX, 0, 0}, 0, NULL},
        {TEXT(""), -1, {0}, 0, few},
        {TEXT("#\n\n"), -1, {0}, 2, few},
        {TEXT("0 1\n"), -1, {0}, 1, few},
        {TEXT("0 1\n1 0\n1 1\n"), -1, {0}, 3, many},
        {TEXT("0 1\n\n1\n"), -1, {0}, 3, others},
        {TEXT("0 1\n1 0 2\n"), -1, {0}, 2, others},
        {TEXT("0 -1\n1 0\n"), -1, {0}, 1, none},
        {TEXT("0 1\n1 0x\n"), -1, {0}, 2, none},
        {TEXT("0 2147483648\n1 0\n"), -1, {0}, 1, none},
        {TEXT("0 99999999999999999999\n1 0\n"), -1, {0}, 1, none},
        {TEXT("0 1\n1\0 0\n"), -1, {0}, 2, "it contains a null byte"},
    };
    static char wide[2 * ((1 << 14) + 1)];

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        read_text(rows[i].text, rows[i].n, rows[i].nodes, rows[i].distance,
                  rows[i].line, rows[i].why);
    for (size_t i = 0; i < sizeof(wide); i += 2)
        wide[i] = '1', wide[i + 1] = ' ';
    read_text(wide, sizeof(wide), -1, NULL, 1, "more than 16384 nodes");
}

UNIT_TEST(not_there)
{
    int nodes, line = -1, *distance;
    const char *why = NULL;

    assert_int_equal(msgsched_distance_read("/nowhere/distances", &nodes,
                                            &distance, &line, &why),
                     -ENOENT);
    assert_int_equal(line, 0);
    assert_string_equal(why, strerror(ENOENT));
    assert_int_equal(
        msgsched_distance_read("/", &nodes, &distance, &line, &why), -EIO);
    assert_int_equal(line, 0);
}
