/* made.h: comparisons made by hand. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TUNE_TEST_MADE_H
#define TUNE_TEST_MADE_H

#include "tools/tune/tune.h"

enum { SIZES = 5, ALGOS = 4 };

/* Microseconds of each algorithm at each size; 0 if not measured. A ratio above
 * 1.1 gets a sign; those within 1.03 are the same. */
struct made {
    const char *op;
    long procs;
    struct candidate algo[ALGOS];
    double us[ALGOS][SIZES];
};

/* Sizes of comparisons, except of barriers: 0. */
extern const long bytes_of[SIZES];

/* Initializers of candidates; a macro, since clang wants constants here. */
#define ALGO(...)                                                              \
    {                                                                          \
        __VA_ARGS__                                                            \
    }
#define NATIVE ALGO(.name = "native")
#define BINOMIAL ALGO(.name = "tuned/binomial", .kind = KIND_LIBRARY, .id = 6)
#define PIPELINE                                                               \
    ALGO(.name = "tuned/pipeline@segsize=8Ki", .kind = KIND_LIBRARY, .id = 3,  \
         .fanout = 4, .segment = 8192)
#define SHARED ALGO(.name = "shmbcast-auto", .kind = KIND_FRONT)
#define RING ALGO(.name = "mpich/ring", .kind = KIND_LIBRARY)
#define RELEASE_GATHER                                                         \
    ALGO(.name = "mpich/posix/release_gather", .kind = KIND_LIBRARY)

/* Makes n comparisons, without choices. */
void make(struct comparisons *all, const struct made *m, size_t n);

/* Fails unless these algorithms are chosen for the sizes. */
void assert_chosen(const size_t *chosen, const char *digits);

#endif /* TUNE_TEST_MADE_H */
