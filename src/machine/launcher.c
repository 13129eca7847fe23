/* launcher.c: finds out which program started the ranks, such as mpiexec. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/launcher.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "machine/sysfile.h"
#include "record/command.h"

/* Variables that launchers set for the processes they start. Those that Slurm
 * sets for a whole job are not listed: batch scripts have them, too. */
static const struct {
    const char *name;
    int more; /* added to the value: 1 if it is a rank, else 0 */
} variables[] = {
    {"OMPI_COMM_WORLD_SIZE", 0}, /* Open MPI's mpiexec */
    {"PMI_SIZE", 0},             /* MPICH and derivatives; srun --mpi=pmi2 */
    {"SLURM_STEP_NUM_TASKS", 0}, /* srun */
    {"PMIX_RANK", 1},            /* prterun, jsrun, srun --mpi=pmix */
};

enum { NVARIABLES = sizeof(variables) / sizeof(variables[0]) };

/* Returns the minimum number of ranks that variable i implies; 0 if unset. */
static long ranks_told(int i)
{
    const char *text = getenv(variables[i].name);
    char *cause;
    long n;

    if (text == NULL)
        return 0;
    if (number_long(&n, text, 0, INT_MAX - 1, &cause) != 0) {
        free(cause);
        return 0;
    }
    return n + variables[i].more;
}

/*
 * If one launcher runs inside a job of another, variables of both are set. A
 * value of 1, which only a launcher sets, then shows that one rank was wanted.
 */
char *launcher_refuse(int world, const char *library)
{
    int says = -1;

    for (int i = 0; i < NVARIABLES; i++) {
        long n = ranks_told(i);

        if (n == 1 && variables[i].more == 0)
            return NULL;
        if (n > 1 && says < 0)
            says = i;
    }
    if (world != 1 || says < 0)
        return NULL;
    /* what follows a comma describes the package */
    return xasprintf("each rank runs by itself: %s=%s, but MPI sees one rank. "
                     "Start mpiperf with the mpiexec of the MPI that it was "
                     "built for, %.*s, or unset %s to measure with one rank",
                     variables[says].name, getenv(variables[says].name),
                     (int)strcspn(library, ","), library, variables[says].name);
}

int launcher_rank(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK",
                                        "PMI_RANK", "SLURM_PROCID"};
    long rank = -1;

    for (size_t i = 0; i < sizeof(names) / sizeof(*names) && rank < 0; i++) {
        const char *text = getenv(names[i]);
        char *cause;

        if (text != NULL && number_long(&rank, text, 0, INT_MAX, &cause) != 0)
            free(cause);
    }
    return (int)rank;
}

enum { GENERATIONS = 8 }; /* number of ancestors to examine */

/* Names of launchers; a suffix such as .openmpi may follow. */
static const char *const launchers[] = {"mpiexec", "mpirun", "orterun",
                                        "prterun", "srun",   NULL};

/* Returns the parent of a process; 0 if unknown. The name in parentheses may
 * contain any character. */
static long parent_of(long pid)
{
    const char *end;
    char line[512];
    long parent;

    if (sysfile_line(line, sizeof(line), "/proc/%ld/stat", pid) != 0 ||
        (end = strrchr(line, ')')) == NULL ||
        sscanf(end + 1, " %*c %ld", &parent) != 1)
        return 0;
    return parent;
}

static bool is_launcher(const char *program)
{
    const char *name = basename(program);

    for (const char *const *l = launchers; *l != NULL; l++) {
        size_t n = strlen(*l);

        if (strncmp(name, *l, n) == 0 && (name[n] == '\0' || name[n] == '.'))
            return true;
    }
    return false;
}

/* Joins the words to a line, without options for output files. Returns NULL in
 * the cases that launcher_command() describes. */
static char *line_of(const char *const *word, size_t n)
{
    const char **kept = xcalloc(n + 1, sizeof(*kept));
    bool whole = true;
    size_t length;
    char *line;
    FILE *f = text_open(&line, &length);

    for (size_t i = 0; i < n; i++) {
        whole &= strcmp(word[i], "--") != 0;
        kept[i] = word[i];
    }
    words_print(f, kept, words_drop_outputs(kept, n));
    text_close(f);
    free(kept);
    if (whole && strstr(line, "...") == NULL)
        return line;
    free(line);
    return NULL;
}

/* The words in /proc/PID/cmdline are terminated by null characters. */
static char *line_of_process(long pid)
{
    char *file = xasprintf("/proc/%ld/cmdline", pid);
    FILE *f = fopen(file, "re");
    char **word = NULL, *text = NULL, *line;
    size_t n = 0, size = 0;

    while (f != NULL && getdelim(&text, &size, '\0', f) > 0) {
        XAPPEND(word, n, text);
        text = NULL;
    }
    line = line_of((const char *const *)word, n);
    for (size_t i = 0; i < n; i++)
        free(word[i]);
    free(word);
    free(text);
    if (f != NULL)
        fclose(f);
    free(file);
    return line;
}

long launcher_pid(void)
{
    long pid = getppid();

    for (int i = 0; i < GENERATIONS && pid > 1; i++, pid = parent_of(pid)) {
        char words[PATH_MAX];

        if (sysfile_line(words, sizeof(words), "/proc/%ld/cmdline", pid) == 0 &&
            is_launcher(words))
            return pid;
    }
    return 0;
}

char *launcher_command(int ranks, int argc, char *const *argv)
{
    long pid = launcher_pid();
    char *own, *command;

    if (pid != 0)
        return line_of_process(pid);
    own = line_of((const char *const *)argv, (size_t)argc);
    command = own != NULL ? xasprintf("mpiexec -n %d %s", ranks, own) : NULL;
    free(own);
    return command;
}
