/* launcher.c: who started the ranks, and did it start more than MPI sees? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/launcher.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/machine/sysfile.h"

/* What launchers leave in the environment of what they start. Variables of a
 * Slurm job as a whole say nothing: a batch script has them too. */
static const struct {
    const char *name;
    int more; /* ranks there are, beside the number: 1 after a rank */
} variables[] = {
    {"OMPI_COMM_WORLD_SIZE", 0}, /* mpiexec of Open MPI */
    {"PMI_SIZE", 0},             /* of MPICH and its kin; srun --mpi=pmi2 */
    {"SLURM_STEP_NUM_TASKS", 0}, /* srun */
    {"PMIX_RANK", 1},            /* prterun, jsrun, srun --mpi=pmix */
};

enum { NVARIABLES = sizeof(variables) / sizeof(variables[0]) };

/* The least number of ranks that there are by this variable; 0: not known. */
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
 * Inside of another launcher's job there are variables of both. That one rank
 * was meant is then said by the number 1, which only a launcher leaves.
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
    /* what follows a comma is about the package */
    return xasprintf("each rank runs by itself: %s=%s, but MPI sees one rank. "
                     "Start mpiperf with the mpiexec of the MPI that it was "
                     "built for, %.*s, or unset %s to measure with one rank",
                     variables[says].name, getenv(variables[says].name),
                     (int)strcspn(library, ","), library, variables[says].name);
}

/* ---- its command line -----------------------------------------------------
 */

enum { GENERATIONS = 8 }; /* of ancestors that are examined */

/* What their programs are called, up to a suffix such as .openmpi. */
static const char *const launchers[] = {"mpiexec", "mpirun", "orterun",
                                        "prterun", "srun",   NULL};

/* 0: unknown. The name, in parentheses, may have anything in it. */
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
    const char *slash = strrchr(program, '/');
    const char *name = slash != NULL ? slash + 1 : program;

    for (const char *const *l = launchers; *l != NULL; l++) {
        size_t n = strlen(*l);

        if (strncmp(name, *l, n) == 0 && (name[n] == '\0' || name[n] == '.'))
            return true;
    }
    return false;
}

/* The words without outputs, in a line; NULL: see launcher_command(). */
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

/* In the file each word has its end. */
static char *line_of_process(long pid)
{
    char *file = xasprintf("/proc/%ld/cmdline", pid);
    FILE *f = fopen(file, "re");
    char **word = NULL, *text = NULL, *line;
    size_t n = 0, size = 0;

    while (f != NULL && getdelim(&text, &size, '\0', f) > 0) {
        word = xreallocarray(word, n + 1, sizeof(*word));
        word[n++] = text;
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
