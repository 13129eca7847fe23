/* unit.c: runs all linked groups of unit tests (unit.h), with one TAP stream as
 * output. PROGRAM runs each group in its own process, so a crash does not stop
 * the others; if UNIT_GROUPS is set, only the groups listed there. PROGRAM
 * GROUP [NUMBER] runs one group in this process. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/test/unit.h"

/* Defined by the linker. */
extern const struct unit_group __start_unit_groups[], __stop_unit_groups[];

static int argument;

int unit_argument(void)
{
    return argument;
}

/* Address sanitizer, if linked: let allocations fail like malloc(). */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
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

/* The results that a group has printed. */
struct seen {
    int planned, results, failed;
};

/* Prints a line of a group, renumbering results over all groups. */
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
static bool run(const struct unit_group *group, int *total)
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
        exit(group->run() != 0);
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

    for (const struct unit_group *g = __start_unit_groups;
         g < __stop_unit_groups; g++)
        if (argc > 1 && strcmp(argv[1], g->name) == 0) {
            argument = argc > 2 ? atoi(argv[2]) : 0;
            return g->run() != 0;
        } else if (argc <= 1 && (list == NULL || listed(g->name, list)))
            passed = run(g, &total) && passed;
    if (argc > 1) {
        fprintf(stderr, "%s: no group '%s'\n", argv[0], argv[1]);
        return 99;
    }
    printf(total > 0 ? "1..%d\n" : "1..%d # SKIP no such group\n", total);
    return !passed;
}
