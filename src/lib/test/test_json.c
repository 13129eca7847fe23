/* test_json.c: what cannot be made or printed ends the program, out of memory
 * too; text from outside always can. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/test/unit.h"
#include "lib/json.h"

static void want_too_much(void)
{
    json_setup();
    json_stringn_nocheck("", SIZE_MAX / 4); /* allocated, then looked at */
}

static void print_nothing(void)
{
    json_line(json_string("\xff"), 0);
}

/* Runs f in a process of its own, which ends by abort() after the line. */
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

static void test_fatal(void **state)
{
    (void)state;
    assert_fatal(want_too_much, "mpiperf: out of memory\n");
    assert_fatal(print_nothing, "mpiperf: a record could not be made");
}

static void test_text(void **state)
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

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        json_t *text = json_text(cases[i][0]);
        char *line = json_line(text, JSON_ENCODE_ANY);

        assert_string_equal(line, cases[i][1]);
        free(line);
        json_decref(text);
    }
}

UNIT_GROUP(json)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fatal),
        cmocka_unit_test(test_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
