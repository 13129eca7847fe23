/* test_auto_learned_file.c: what was learned in files that ranks share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../auto/learned_file.h"
#include "../auto/learned_key.h"
#include "../auto/sections.h"
#include "auto_learned.h"

#define KEY "[shmbcast_auto 1, a processor, rank 0]"
#define OTHER "[shmbcast_auto 1, a processor, rank 1]"

/* A folder of its own for each test, and a file in it. */
static char folder[PATH_MAX], path[PATH_MAX + 16];

static int folder_make(void **state)
{
    const char *tmp = getenv("TMPDIR");

    (void)state;
    snprintf(folder, sizeof(folder), "%s/auto_learned.XXXXXX",
             tmp != NULL ? tmp : "/tmp");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof(path), "%s/learned", folder);
    return 0;
}

/* With what is left there, if a test has failed. */
static int folder_remove(void **state)
{
    char entry[sizeof(folder) + 300];
    struct dirent *e;
    DIR *d = opendir(folder);

    (void)state;
    while (d != NULL && (e = readdir(d)) != NULL) {
        snprintf(entry, sizeof(entry), "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.' && remove(entry) != 0)
            return -1;
    }
    closedir(d);
    return rmdir(folder);
}

static int entries(void)
{
    DIR *d = opendir(folder);
    int n = 0;

    assert_non_null(d);
    while (readdir(d) != NULL)
        n++;
    closedir(d);
    return n - 2; /* . and .. */
}

static void write_bytes(const char *bytes, size_t n)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void put(const char *key, const struct sb_learned *l)
{
    const char *why = NULL;
    int rc = sb_learned_file_write(path, key, l, &why);

    assert_null(why);
    assert_int_equal(rc, 0);
}

static void assert_there(const char *key, const struct sb_learned *want)
{
    struct sb_learned l = {.priors = {{42}}};
    const char *why = NULL;

    assert_int_equal(sb_learned_file_read(path, key, &l, &why), 0);
    assert_null(why);
    assert_learned(&l, want);
    sb_learned_free(&l);
}

/* Neither read nor replaced, and nothing is left beside it. */
static void assert_refused(int rc, const char *reason)
{
    struct sb_learned l = {.priors = {{42}}};
    int before = entries();
    const char *why = NULL;

    assert_int_equal(sb_learned_file_read(path, KEY, &l, &why), rc);
    assert_string_equal(why, reason);
    assert_int_equal(l.priors[0][0], 42);
    why = NULL;
    assert_int_equal(sb_learned_file_write(path, KEY, &l, &why), rc);
    assert_string_equal(why, reason);
    assert_int_equal(entries(), before);
}

static void round_trip(void **state)
{
    struct sb_learned l = learned_sample(), all = learned_all();
    const struct sb_learned nothing = {.priors = {{42}}};
    mode_t mask = umask(027);
    struct stat st;

    (void)state;
    assert_there(KEY, &nothing); /* no file */
    put(KEY, &l);
    assert_there(KEY, &l);
    assert_there(OTHER, &nothing);
    put(OTHER, &all);
    assert_there(KEY, &l);
    assert_there(OTHER, &all);
    put(OTHER, &l); /* fewer calls, in another state */
    assert_there(OTHER, &all);
    assert_int_equal(entries(), 1);
    assert_int_equal(lstat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    umask(mask);
    sb_learned_free(&l);
    sb_learned_free(&all);
}

/* In the folder where the process is, and an empty file. */
static void relative(void **state)
{
    struct sb_learned l = learned_sample();
    char here[PATH_MAX];

    (void)state;
    assert_non_null(getcwd(here, sizeof(here)));
    assert_int_equal(chdir(folder), 0);
    write_bytes("", 0);
    strcpy(path, "learned");
    put(KEY, &l);
    assert_there(KEY, &l);
    assert_int_equal(chdir(here), 0);
    assert_int_equal(entries(), 1);
    sb_learned_free(&l);
}

static void malformed(void **state)
{
    static char text[SB_FILE_MAX + 1];

    (void)state;
    write_bytes("precious\n", 9);
    assert_refused(-EINVAL,
                   "line 1: not a file of what shmbcast_auto has learned");
    write_bytes("a\0b", 3);
    assert_refused(-EINVAL, "a null byte in it");
    memset(text, 'x', sizeof(text));
    write_bytes(text, sizeof(text));
    assert_refused(-EFBIG, "longer than 1 MiB");
    write_bytes(text, sizeof(text) - 1);
    assert_refused(-EINVAL,
                   "line 1: not a file of what shmbcast_auto has learned");
}

/* Nothing is waited for. */
static void no_files(void **state)
{
    char victim[sizeof(path) + 8];
    struct stat st;

    (void)state;
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_refused(-EINVAL, "is no regular file");
    assert_int_equal(remove(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_refused(-EINVAL, "is no regular file");
    assert_int_equal(remove(path), 0);
    snprintf(victim, sizeof(victim), "%s.victim", path);
    assert_int_equal(symlink(victim, path), 0); /* to nothing */
    assert_refused(-ELOOP, "is a symbolic link");
    assert_int_equal(mkfifo(victim, 0600), 0);
    assert_refused(-ELOOP, "is a symbolic link");
    assert_int_equal(remove(victim), 0);
    assert_int_equal(remove(path), 0);
    write_bytes("", 0);
    assert_int_equal(rename(path, victim), 0);
    assert_int_equal(symlink(victim, path), 0);
    assert_refused(-ELOOP, "is a symbolic link");
    assert_int_equal(stat(victim, &st), 0);
    assert_int_equal(st.st_size, 0);
}

static void devices(void **state)
{
    struct sb_learned l = {.priors = {{42}}};
    const char *why;

    (void)state;
    assert_int_equal(sb_learned_file_read("/dev/zero", KEY, &l, &why), -EINVAL);
    assert_string_equal(why, "is no regular file");
    assert_int_equal(sb_learned_file_write("/dev/zero", KEY, &l, &why),
                     -EINVAL);
    assert_string_equal(why, "is no regular file");
}

static void folders(void **state)
{
    struct sb_learned l = {.priors = {{42}}};
    bool root = geteuid() == 0;
    const char *why;

    (void)state;
    snprintf(path, sizeof(path), "%s/no/file", folder);
    assert_int_equal(sb_learned_file_read(path, KEY, &l, &why), 0);
    assert_int_equal(sb_learned_file_write(path, KEY, &l, &why), -ENOENT);
    assert_string_equal(why, strerror(ENOENT));
    snprintf(path, sizeof(path), "%s/learned", folder);
    assert_int_equal(chmod(folder, 0555), 0);
    /* root may write everywhere */
    if (root && seteuid(65534) != 0)
        skip();
    assert_int_equal(sb_learned_file_write(path, KEY, &l, &why), -EACCES);
    assert_string_equal(why, strerror(EACCES));
    if (root)
        assert_int_equal(seteuid(0), 0);
    assert_int_equal(chmod(folder, 0700), 0);
    assert_int_equal(entries(), 0);
}

enum { WRITERS = 4, WRITES = 25 };

/* Each writes a key of its own, over and over. */
static void write_on(int writer)
{
    struct sb_learned l = {.priors = {{0}}};
    char key[64];
    const char *why;

    snprintf(key, sizeof(key), "[shmbcast_auto 1, rank %d]", writer);
    for (int i = 1; i <= WRITES; i++) {
        l.priors[0][0] = (uint32_t)(100 * writer + i);
        if (sb_learned_file_write(path, key, &l, &why) != 0)
            _exit(1);
    }
    _exit(0);
}

static void at_once(void **state)
{
    pid_t pids[WRITERS];

    (void)state;
    for (int i = 0; i < WRITERS; i++) {
        pids[i] = fork();
        assert_true(pids[i] >= 0);
        if (pids[i] == 0)
            write_on(i);
    }
    for (int i = 0; i < WRITERS; i++) {
        int status;

        assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
        assert_int_equal(status, 0);
    }
    for (int i = 0; i < WRITERS; i++) {
        struct sb_learned want = {.priors = {{(uint32_t)(100 * i + WRITES)}}};
        char key[64];

        snprintf(key, sizeof(key), "[shmbcast_auto 1, rank %d]", i);
        assert_there(key, &want);
    }
    assert_int_equal(entries(), 1);
}

static void processors(void **state)
{
    static const struct {
        const char *text, *name;
    } rows[] = {
        {"processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\n"
         "model\t\t: 17\nmodel name\t: AMD EPYC\n\n"
         "processor\t: 1\nmodel name\t: another\n",
         "AuthenticAMD AMD EPYC"},
        {"model name : one\n", "one"},
        {"model name\t:\n", ""},
        {"vendor_id       : IBM/S390\n# processors    : 2\n", ""},
        {"processor\t: 0\nBogoMIPS\t: 50.00\nCPU part\t: 0xd0c\n", ""},
        {"model names\t: x\nmodel name x\n model name\t: x\n", ""},
        {"\nmodel name\t: x\n", ""},
    };
    char name[64];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        FILE *f = fmemopen((void *)(uintptr_t)rows[i].text,
                           strlen(rows[i].text), "r");

        assert_non_null(f);
        sb_processor_read(f, name, sizeof(name));
        assert_string_equal(name, rows[i].name);
        fclose(f);
    }
    sb_processor_read(NULL, name, sizeof(name));
    assert_string_equal(name, "");
}

static void keys(void **state)
{
    const struct sb_learned_ranks ranks = {2, 1, "0-3|4,6", 1 << 20, 0};
    char *key = sb_learned_key(&ranks), cpus[1000], *end, *kernel;
    struct sb_learned_ranks other = ranks;
    struct sb_learned l = learned_sample();
    struct utsname system;

    (void)state;
    assert_non_null(key);
    assert_int_equal(uname(&system), 0);
    assert_int_equal(strncmp(key, "[shmbcast_auto 1, ", 18), 0);
    assert_int_not_equal(key[18], ','); /* a processor */
    kernel = strstr(key, ", kernel ");
    assert_non_null(kernel);
    kernel += strlen(", kernel ");
    assert_int_equal(strncmp(kernel, system.release, strlen(system.release)),
                     0);
    end = kernel + strlen(system.release);
    assert_string_equal(
        end, ", ranks 2, rank 1, cpus 0-3|4,6, ring 1048576, group 0]");
    put(key, &l); /* as a key should be */
    assert_there(key, &l);
    sb_learned_free(&l);
    free(key);
    /* more CPUs than fit in a line */
    memset(cpus, '7', sizeof(cpus));
    cpus[255] = '\0';
    other.cpus = cpus;
    key = sb_learned_key(&other);
    assert_non_null(strstr(key, cpus));
    free(key);
    cpus[255] = '7';
    cpus[sizeof(cpus) - 1] = '\0';
    key = sb_learned_key(&other);
    assert_true(strlen(key) < 1024);
    end = strstr(key, ", cpus #");
    assert_non_null(end);
    assert_int_equal(strspn(end + 8, "0123456789abcdef"), 16);
    free(key);
}

int main(void)
{
#define ROW(test)                                                              \
    cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)
    const struct CMUnitTest tests[] = {
        ROW(round_trip),
        ROW(relative),
        ROW(malformed),
        ROW(no_files),
        ROW(folders),
        ROW(at_once),
        ROW(keys),
        cmocka_unit_test(devices),
        cmocka_unit_test(processors),
    };

    return cmocka_run_group_tests_name("auto_learned_file", tests, NULL, NULL);
}
