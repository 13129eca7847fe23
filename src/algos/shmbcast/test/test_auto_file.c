/* test_auto_file.c: shmbcast_auto's parameters in files. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/test/unit.h"
#include "auto_params.h"

/* A file of those bytes. */
static void file_of_bytes(const char *text, size_t n, char *path, size_t size)
{
    const char *tmp = getenv("TMPDIR");
    int fd;

    snprintf(path, size, "%s/auto_params.XXXXXX", tmp != NULL ? tmp : "/tmp");
    fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, n), n);
    close(fd);
}

static void file_of(const char *text, char *path, size_t size)
{
    file_of_bytes(text, strlen(text), path, size);
}

static void files(void **state)
{
    static const struct {
        const char *text;
        int rc, line;
        struct shmbcast_auto_params after;
    } rows[] = {
        {"", 0, 0, {1, 2, 3, 4, 5, OFF, 7, false, {0}, {0}}},
        {"# all\n\n  slot=7 # bytes\r\nring=64Ki\npull=never\ndirect=1Mi\n"
         "group=0\ncalibrate=cold\ncalibrate_ms=9",
         0,
         9,
         {7, 65536, NEVER, 1 << 20, 0, COLD, 9, false, {0}, {0}}},
        {"pull=8\ndirect=9\n", 0, 2, {1, 2, 8, 9, 5, OFF, 7, false, {0}, {0}}},
        {"slot=7\n\npull\n",
         -EINVAL,
         3,
         {1, 2, 3, 4, 5, OFF, 7, false, {0}, {0}}},
        {"slot = 7\n", -ENOENT, 1, {1, 2, 3, 4, 5, OFF, 7, false, {0}, {0}}},
        {"learn=1\n", -ENOENT, 1, {1, 2, 3, 4, 5, OFF, 7, false, {0}, {0}}},
        {"slot=7\ndense=many\n",
         -EINVAL,
         2,
         {1, 2, 3, 4, 5, OFF, 7, false, {0}, {0}}},
    };
    char path[PATH_MAX];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct shmbcast_auto_params p = {1,   2, 3,     4,   5,
                                         OFF, 7, false, {0}, {0}};
        const char *why = NULL;
        int line = -1;

        file_of(rows[i].text, path, sizeof(path));
        assert_int_equal(shmbcast_auto_params_read(&p, path, &line, &why),
                         rows[i].rc);
        assert_int_equal(line, rows[i].line);
        assert_true((why != NULL) == (rows[i].rc != 0));
        assert_same(&p, &rows[i].after);
        unlink(path);
        assert_int_equal(shmbcast_auto_params_read(&p, path, &line, &why),
                         -ENOENT);
        assert_int_equal(line, 0);
        assert_string_equal(why, strerror(ENOENT));
    }
}

static void refused(const char *path, int rc, const char *reason)
{
    struct shmbcast_auto_params p = {1, 2, 3, 4, 5, OFF, 7, false, {0}, {0}},
                                before = p;
    const char *why = NULL;
    int line = -1;

    assert_int_equal(shmbcast_auto_params_read(&p, path, &line, &why), rc);
    assert_string_equal(why, reason);
    assert_int_equal(line, 0);
    assert_same(&p, &before);
}

/* Nothing is waited for, nothing is read without end, no file is cut. */
static void no_files(void **state)
{
    static char text[20000];
    char path[PATH_MAX];

    (void)state;
    refused("/dev/zero", -EINVAL, "is no regular file");
    refused("/", -EINVAL, "is no regular file");
    file_of("", path, sizeof(path));
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    refused(path, -EINVAL, "is no regular file");
    unlink(path);
    memset(text, ' ', sizeof(text));
    file_of_bytes(text, (16 << 10) + 1, path, sizeof(path));
    refused(path, -EFBIG, "longer than 16 KiB");
    unlink(path);
    file_of_bytes("slot=1\n\0ring=2\n", 15, path, sizeof(path));
    refused(path, -EINVAL, "a null byte in it");
    unlink(path);
}

/* Entries of the folder. */
static int entries(const char *folder)
{
    DIR *d = opendir(folder);
    int n = 0;

    assert_non_null(d);
    while (readdir(d) != NULL)
        n++;
    closedir(d);
    return n;
}

/* Nothing else is left in the folder, and what is no file stays. */
static void written_safely(void **state)
{
    const struct shmbcast_auto_params p = {1,   2, 3,     4,   5,
                                           OFF, 7, false, {0}, {0}};
    char folder[PATH_MAX], path[PATH_MAX + 8];
    struct stat st;

    (void)state;
    file_of("", folder, sizeof(folder));
    unlink(folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    snprintf(path, sizeof(path), "%s/file", folder);
    assert_int_equal(shmbcast_auto_params_write(&p, path), 0);
    assert_int_equal(lstat(path, &st), 0);
    assert_int_equal(st.st_mode, S_IFREG | 0644);
    assert_int_equal(entries(folder), 3); /* with . and .. */
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(shmbcast_auto_params_write(&p, path), -EINVAL);
    assert_int_equal(lstat(path, &st), 0);
    assert_true(S_ISFIFO(st.st_mode));
    assert_int_equal(entries(folder), 3);
    unlink(path);
    rmdir(folder);
}

static void written(void **state)
{
    struct shmbcast_auto_params rows[] = {
        {MEASURED, 1 << 20, NEVER, 4, 5, ON, 7, false, {0}, {0}},
        {7, 1 << 20, MEASURED, NEVER, 5, ON, 7, false, {0}, {0}},
        {7, 1 << 20, 9, 4, 5, ON, 7, false, {0}, {0}},
    };
    char path[PATH_MAX];
    const char *why;
    int line;

    (void)state;
    assert_int_equal(shmbcast_auto_params_parse(
                         &rows[2], "dense", "slot:256,ring:64Ki,pull", NULL),
                     0);
    assert_int_equal(
        shmbcast_auto_params_parse(&rows[2], "gaps", "buffer:256,queue", NULL),
        0);
    file_of("whatever was there", path, sizeof(path));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct shmbcast_auto_params got = {1,  2, 3,     4,   9,
                                           ON, 7, false, {0}, {0}};

        assert_int_equal(shmbcast_auto_params_write(&rows[i], path), 0);
        assert_int_equal(shmbcast_auto_params_read(&got, path, &line, &why), 0);
        assert_same(&got, &rows[i]);
    }
    unlink(path);
    strcat(path, "/no such folder");
    assert_int_equal(shmbcast_auto_params_write(&rows[0], path), -ENOENT);
}

UNIT_GROUP(auto_file)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files),
        cmocka_unit_test(no_files),
        cmocka_unit_test(written),
        cmocka_unit_test(written_safely),
    };

    return cmocka_run_group_tests_name("auto_file", tests, NULL, NULL);
}
