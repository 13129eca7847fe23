/* benchmarks.h: the benchmarks of OSU 7.4 and IMB 2021.11, and what measures
 * the same in mpiperf. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_BENCHMARKS_H
#define PRINT_BENCHMARKS_H

#include <stdbool.h>

/* What a line of a benchmark's table shows besides the size. */
enum columns {
    COLUMNS_MEAN,     /* the ranks' mean times */
    COLUMNS_ORIGIN,   /* the time of the rank that begins, the slowest one */
    COLUMNS_SENDRECV, /* IMB: mean times, rate of two messages */
    COLUMNS_EXCHANGE, /* IMB: mean times, rate of four messages */
    COLUMNS_RATE,     /* bandwidth */
    COLUMNS_RATES,    /* bandwidth and message rate */
    COLUMNS_INIT,     /* no lines: times of MPI_Init */
    COLUMNS_HELLO,    /* no lines: number of ranks */
    COLUMNS_OVERLAP,  /* total, computation, operation alone, share hidden */
    COLUMNS_NONE,     /* mpiperf does not measure it */
};

/* A benchmark of OSU, or of a program of IMB. A name may be a shell pattern if
 * mpiperf does not measure it. A title begins with _ if it continues MPI_. */
struct benchmark {
    const char *program, *name; /* OSU, osu_bcast; IMB-MPI1, Bcast */
    const char *title;          /* OSU's */
    const char *ours;  /* operand and options without sizes; with COLUMNS_NONE,
                          the reason and what to use instead */
    const char *sizes; /* smallest, and OSU's largest after a colon; or the only
                          one; NULL if messages are empty */
    enum columns columns;
    bool extra; /* IMB runs it only if it is named */
};

#define OSU "OSU"

extern const struct benchmark benchmarks[];

/* Returns the program's benchmark of this name, in any case; NULL if there is
 * none. If the program is NULL, that of any program. */
const struct benchmark *benchmark_find(const char *program, const char *name);
const struct benchmark *benchmark_of(const char *op, bool osu);
bool benchmark_is_osu(const struct benchmark *b);

#endif /* PRINT_BENCHMARKS_H */
