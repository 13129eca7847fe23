/* test_memory.c: populate() with and without enough memory; running out of
 * memory and invalid JSON values must end the program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include "lib/json.h"
#include "lib/populate.h"
#include "lib/test/unit.h"

static void want_too_much(void)
{
    json_setup();
    json_stringn_nocheck("", SIZE_MAX / 4); /* cannot be allocated */
}

static void print_nothing(void)
{
    json_line(json_string("\xff"), 0);
}

/* Runs f in a child process, which must print the line and abort. */
static void assert_fatal(void (*f)(void), const char *line)
{
    char said[256] = "";
    int fd[2], status;
    ssize_t n;
    pid_t pid;

    assert_int_equal(pipe(fd), 0);
    fflush(stdout);
    pid = fork();
    if (pid == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        signal(SIGABRT, SIG_DFL);
        dup2(fd[1], STDERR_FILENO);
        f();
        _exit(0);
    }
    close(fd[1]);
    for (size_t at = 0; at < sizeof(said) - 1; at += (size_t)n)
        if ((n = read(fd[0], said + at, sizeof(said) - 1 - at)) <= 0)
            break;
    close(fd[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_non_null(strstr(said, line));
}

UNIT_TEST(test_fatal)
{
    assert_fatal(want_too_much, "mpiperf: out of memory\n");
    assert_fatal(print_nothing, "mpiperf: a record could not be made");
}

UNIT_TEST(test_text)
{
    static const char *const cases[][2] = {
        {NULL, "null"},
        {"", "\"\""},
        {"plain", "\"plain\""},
        {"gr\xc3\xbc\xc3\x9f", "\"gr\xc3\xbc\xc3\x9f\""},
        {"\xff"
         "a",
         "\"?a\""},
        {"\xc3\xbc\xc3", "\"???\""},
        {"a\nb", "\"a\\nb\""},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        json_t *text = json_text(cases[i][0]);
        char *line = json_line(text, JSON_ENCODE_ANY);

        assert_string_equal(line, cases[i][1]);
        free(line);
        json_decref(text);
    }
}

static const size_t mib = 1 << 20;

/* Number of resident pages of the mapping. */
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

/* Beyond the end of its file, a mapping behaves as in a full file system: an
 * access raises SIGBUS. */
static void *map_file(int fd, size_t bytes)
{
    char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

    assert_true(p != MAP_FAILED);
    return p;
}

UNIT_TEST(test_pages_come)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = 3 * mib;
    char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

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

UNIT_TEST(test_no_room_is_an_error)
{
    int fd = memfd_create("test", MFD_CLOEXEC);
    char *p = map_file(fd, 4 * mib);

    assert_int_equal(ftruncate(fd, (off_t)(2 * mib)), 0);
    assert_int_equal(populate(p, 2 * mib), 0);
    if (resident(p, 2 * mib) == 0)
        skip(); /* before Linux 5.14 */
    assert_int_equal(populate(p, 2 * mib + 1), -ENOSPC);
    assert_int_equal(populate(p + 3 * mib, 1), -ENOSPC);
    munmap(p, 4 * mib);
    close(fd);
}

UNIT_TEST(test_no_mapping_is_an_error)
{
    char *p = mmap(NULL, mib, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert_true(p != MAP_FAILED);
    munmap(p, mib);
    assert_int_equal(populate(p, mib), -ENOMEM);
}
