/* defects.c: prints doc/mpi-defects.md from defects.def; with an argument, the
 * ranks and operands with which mpiperf shows each broken operation. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define mpich "MPICH"
#define openmpi "Open MPI"
#define REPORT(id) "", id
#define LIKE(id) "like ", id
#define UNREPORTED "", NULL

struct defect {
    const char *where, *library;
    int since, before;
    const char *what, *like, *report, *shown;
};

#define BROKEN(op, library, since, before, when, what, report, proof)          \
    {op, library, since, before, what, report, proof},
#define DEFECT(...)
static const struct defect broken[] = {
#include "ops/defects.def"
};
#undef BROKEN
#undef DEFECT

#define BROKEN(...)
#define DEFECT(where, library, since, before, what, report, shown)             \
    {where, library, since, before, what, report, shown},
static const struct defect others[] = {
#include "ops/defects.def"
};

static void release_print(const char *before, int release)
{
    printf("%s %d.%d", before, release / 10000, release / 100 % 100);
    if (release % 100 != 0)
        printf(".%d", release % 100);
}

/* Prints " before 4.3", " since 5.0, before 5.0.9" or ", all tried". */
static void releases_print(const struct defect *d)
{
    if (d->since != 0)
        release_print(" since", d->since);
    if (d->before != INT_MAX)
        release_print(d->since != 0 ? ", before" : " before", d->before);
    else if (d->since == 0)
        fputs(", all tried", stdout);
}

static void report_print(const struct defect *d)
{
    int project;

    if (d->report == NULL)
        return;
    project = (int)strcspn(d->report, "#");
    printf("%s[%s](https://github.com/%.*s/issues/%s)", d->like, d->report,
           project, d->report, d->report + project + 1);
}

/* In cells of Markdown tables, | must be written \|. */
static void cell_print(const char *text)
{
    for (; *text != '\0'; text++)
        printf(*text == '|' ? "\\|" : "%c", *text);
}

static void row_print(const struct defect *d, const char *quote)
{
    printf("| %s", quote);
    cell_print(d->where);
    printf("%s | %s", quote, d->library);
    releases_print(d);
    fputs(" | ", stdout);
    report_print(d);
    printf(" | %s | ", d->what);
}

int main(int argc, char *argv[])
{
    (void)argv;
    for (size_t i = 0; argc > 1 && i < sizeof(broken) / sizeof(*broken); i++)
        puts(broken[i].shown);
    if (argc > 1)
        return 0;
    puts(
        "# What MPI libraries get wrong\n"
        "\n"
        "`make defects` makes this page from `src/ops/defects.def`. Open MPI\n"
        "4.1.4 and 5.0.7 and MPICH 4.0.2 and 4.2.1 were tested, as Debian has\n"
        "them, and both main branches. Others are listed according to the\n"
        "reports; `before` names the first release that is known to be right.\n"
        "\n"
        "## Operations that are not measured\n"
        "\n"
        "Rows of these operations have the text `this MPI gets it wrong: ` "
        "and\n"
        "the fault instead of figures. `--list` shows operations that are\n"
        "wrong with any arguments. `make check` runs the command of the last\n"
        "column with the MPIs that it applies to, in a build without this\n"
        "table: `--verify` finds wrong bytes, or the program ends or hangs.\n"
        "\n"
        "| operations | releases | report | what happens | shown by |\n"
        "| --- | --- | --- | --- | --- |");
    for (size_t i = 0; i < sizeof(broken) / sizeof(*broken); i++) {
        const char *operands = strchr(broken[i].shown, ' ');

        row_print(&broken[i], "`");
        printf("`mpiexec -n %.*s mpiperf --verify%s` |\n",
               (int)(operands - broken[i].shown), broken[i].shown, operands);
    }
    puts("\n"
         "## Faults that mpiperf avoids, or that a setting causes\n"
         "\n"
         "| what | releases | report | what happens | in mpiperf |\n"
         "| --- | --- | --- | --- | --- |");
    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
        row_print(&others[i], "");
        printf("%s |\n", others[i].shown);
    }
    return 0;
}
