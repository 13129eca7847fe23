/* unit.c: runs all groups of unit tests that are linked (unit.h), with one TAP
 * stream as output. PROGRAM runs each group in a child process, so that a crash
 * does not stop the others; UNIT_GROUPS, if set, lists the groups to run.
 * PROGRAM GROUP [NUMBER] runs one group in this process. A group has the name
 * of its file without test_ and .c. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <sys/wait.h>

#include "lib/test/unit.h"

/* The array of groups, from the linker; NULL without groups. */
extern const struct unit_group __start_unit_groups[] __attribute__((weak)),
    __stop_unit_groups[] __attribute__((weak));
extern const struct unit_test *const __start_unit_tests[] __attribute__((weak)),
    *const __stop_unit_tests[] __attribute__((weak));

static int argument;

int unit_argument(void)
{
    return argument;
}

/* With the address sanitizer: failed allocations return NULL. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static int by_line(const void *a, const void *b)
{
    const struct unit_test *x = *(const struct unit_test *const *)a,
                           *y = *(const struct unit_test *const *)b;

    return x->line - y->line;
}

int unit_run_file(const char *file, CMFixtureFunction setup,
                  CMFixtureFunction teardown)
{
    size_t most = (size_t)(__stop_unit_tests - __start_unit_tests), n = 0;
    const struct unit_test **own = calloc(most, sizeof(*own));
    struct CMUnitTest *tests = calloc(most, sizeof(*tests));
    int failed;

    for (size_t i = 0; i < most; i++)
        if (strcmp(__start_unit_tests[i]->file, file) == 0)
            own[n++] = __start_unit_tests[i];
    qsort(own, n, sizeof(*own), by_line);
    for (size_t i = 0; i < n; i++)
        tests[i] = own[i]->test;
    failed = _cmocka_run_group_tests(file, tests, n, setup, teardown);
    free(own);
    free(tests);
    return failed;
}

enum { NAME = 64 };

/* A group: the tests of a file, or a function that runs them. */
struct group {
    char name[NAME];
    const char *file;
    int (*run)(void); /* NULL: run the tests in order */
};

static int group_run(const struct group *g)
{
    return g->run != NULL ? g->run() : unit_run_file(g->file, NULL, NULL);
}

/* All groups; they live until the program ends. */
static struct group *groups;
static size_t ngroups;

static const struct group *group_find(const char *name)
{
    for (size_t i = 0; i < ngroups; i++)
        if (strcmp(groups[i].name, name) == 0)
            return &groups[i];
    return NULL;
}

static void groups_list(void)
{
    groups = calloc((size_t)(__stop_unit_groups - __start_unit_groups) +
                        (size_t)(__stop_unit_tests - __start_unit_tests),
                    sizeof(*groups));
    for (const struct unit_group *g = __start_unit_groups;
         g < __stop_unit_groups; g++) {
        groups[ngroups].run = g->run;
        snprintf(groups[ngroups++].name, NAME, "%s", g->name);
    }
    for (const struct unit_test *const *t = __start_unit_tests;
         t < __stop_unit_tests; t++) {
        const char *slash = strrchr((*t)->file, '/');
        const char *base = slash != NULL ? slash + 1 : (*t)->file;

        struct group own = {.file = (*t)->file};

        base += strncmp(base, "test_", 5) == 0 ? 5 : 0;
        snprintf(own.name, NAME, "%.*s", (int)strcspn(base, "."), base);
        if (group_find(own.name) == NULL)
            groups[ngroups++] = own;
    }
}

/* True if the name is a word of the list. */
static bool listed(const char *name, const char *list)
{
    size_t n = strlen(name);

    for (const char *at = list; (at = strstr(at, name)) != NULL; at += n)
        if ((at == list || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

/* What was read of the results that a group printed. */
struct seen {
    int planned, results, failed;
};

/* Prints a line of a group's output, numbering results across all groups. */
static void relay(struct seen *seen, char *line, const char *group, int *total)
{
    bool failed = strncmp(line, "not ok ", 7) == 0;
    const char *name = line + (failed ? 7 : 3);

    if (sscanf(line, " 1..%d", &seen->planned) == 1)
        return;
    if (!failed && strncmp(line, "ok ", 3) != 0) {
        fputs(line, stdout);
        return;
    }
    name += strspn(name, "0123456789 -");
    /* cmocka 1.1 prints "not ok" for a skipped test */
    failed = failed && strncmp(name, "# SKIP", 6) != 0;
    seen->results++;
    seen->failed += failed;
    printf("%sok %d - %s: %s", failed ? "not " : "", ++*total, group, name);
}

/* Runs a group in its own process; *total counts the results of all groups. */
static bool run(const struct group *group, int *total)
{
    struct seen seen = {.planned = -1};
    char *line = NULL;
    size_t size = 0;
    int fd[2], status;
    FILE *output;
    pid_t pid;

    fflush(stdout);
    if (pipe(fd) != 0 || (pid = fork()) < 0) {
        perror(group->name);
        exit(99);
    }
    if (pid == 0) {
        dup2(fd[1], STDOUT_FILENO);
        close(fd[0]);
        close(fd[1]);
        setvbuf(stdout, NULL, _IOLBF, 0);
        cmocka_set_message_output(CM_OUTPUT_TAP);
        exit(group_run(group) != 0);
    }
    close(fd[1]);
    output = fdopen(fd[0], "r");
    while (getline(&line, &size, output) > 0)
        relay(&seen, line, group->name, total);
    free(line);
    fclose(output);
    waitpid(pid, &status, 0);
    if (seen.results == seen.planned && (status == 0 || seen.failed > 0))
        return seen.failed == 0;
    printf("not ok %d - %s: %d of %d tests ran, %s %d\n", ++*total, group->name,
           seen.results, seen.planned,
           WIFSIGNALED(status) ? "then signal" : "exit status",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return false;
}

int main(int argc, char **argv)
{
    const char *list = getenv("UNIT_GROUPS");
    bool passed = true;
    int total = 0;

    groups_list();
    if (argc > 1) {
        const struct group *group = group_find(argv[1]);

        argument = argc > 2 ? atoi(argv[2]) : 0;
        if (group != NULL)
            return group_run(group) != 0;
        fprintf(stderr, "%s: no group '%s'\n", argv[0], argv[1]);
        return 99;
    }
    for (size_t i = 0; i < ngroups; i++)
        if (list == NULL || listed(groups[i].name, list))
            passed = run(&groups[i], &total) && passed;
    printf(total > 0 ? "1..%d\n" : "1..%d # SKIP no such group\n", total);
    return !passed;
}
