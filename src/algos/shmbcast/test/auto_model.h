/* auto_model.h: state machines that model the algorithms, and their search. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_MODEL_H
#define SHMBCAST_AUTO_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A machine models how one source file accesses shared memory. In each call
 * every rank has a role and runs the role's program of steps. A step is one
 * access; memory is sequentially consistent (doc/shmbcast.md explains why
 * acquire and release are enough). A variant changes the program of one role:
 * it is either a mistake, with the error message that reveals it, or something
 * harmless.
 */
enum { AM_RANKS = 3, AM_CALLS = 5, AM_STEPS = 18, AM_BEING_WRITTEN = 255 };

/* Steps of all machines: the end and the start of a loop of steps. */
enum { AM_AGAIN = 254, AM_LOOP = 255 };

/* What all ranks agree on: groups, and the root of each call. */
struct am_calls {
    int ranks, leader[AM_RANKS];
    int ncalls, root[AM_CALLS];
};

/* Change of a program: drop steps [step] to [last], replace or move [step]. */
struct am_change {
    enum { AM_DROP, AM_BECOMES, AM_AFTER } how;
    int step, last;
    int other; /* new step, or the step to move behind; 0: move to the start */
};
#define DROP(step) DROP_ALL(step, step)
#define DROP_ALL(step, last)                                                   \
    {                                                                          \
        AM_DROP, step, last, 0                                                 \
    }
#define BECOMES(step, other)                                                   \
    {                                                                          \
        AM_BECOMES, step, step, other                                          \
    }
#define AFTER(step, other)                                                     \
    {                                                                          \
        AM_AFTER, step, step, other                                            \
    }

struct am_variant {
    const char *name;
    int role;
    struct am_change change;
    const char *seen; /* error message that reveals it; NULL: harmless */
};

struct am_config {
    const struct am_machine *machine;
    struct am_calls calls;
    const void *shape;                /* other settings of the machine */
    const struct am_variant *variant; /* change of a program, or NULL */
    uint8_t program[AM_STEPS];        /* program changed by the variant */
};

/* A rank's call and its position in the program. A state consists of bytes and
 * starts with the points of all ranks. */
struct am_point {
    uint8_t op, at;
};

struct am_machine {
    const char *name;
    int ncalls;
    size_t bytes;                        /* size of a state */
    size_t room;                         /* maximum number of states */
    const uint8_t (*programs)[AM_STEPS]; /* steps of each role, ended by 0 */
    int (*role)(const struct am_config *c, int rank, int op);
    /* moves a rank to the start of its next call */
    void (*begin)(const struct am_config *c, void *state, int rank);
    /* Makes a rank take [step]; returns 0 if it has to wait. Sets [*wrong] to a
     * constant message if something is wrong. States have no padding, as they
     * are compared bytewise. From each state, an end of all calls must be
     * reachable. */
    int (*step)(const struct am_config *c, void *state, int rank, int step,
                const char **wrong);
    /* at the end of a loop: true if it is repeated */
    bool (*again)(const struct am_config *c, void *state, int rank);
    /* true if the rank skips the step this time; NULL: no rank skips any */
    bool (*nothing)(const struct am_config *c, const void *state, int rank,
                    int step);
    bool no_groups; /* the machine models no groups */
    /* checks a state in which all calls have ended; or NULL */
    void (*end)(const struct am_config *c, const void *state,
                const char **wrong);
};

/* The rank from which [rank] receives call [op]; true if [rank] forwards it. */
int am_source(const struct am_config *c, int rank, int op);
bool am_relays(const struct am_config *c, int rank, int op);

/* Moves the rank to its next step, or past others to [step] if that is not 0;
 * at the end of the program, to its next call. Returns 1. */
int am_go(const struct am_config *c, void *state, int rank, int step);

/*
 * Searches all sequences of roots of 2 ranks, of 3 ranks, and of 3 in groups.
 * The test fails if something goes wrong, or if a mistake's message does not
 * appear.
 */
void am_search_all(const struct am_machine *m, const void *shape,
                   const struct am_variant *v);

extern const char am_deadlock[];

#endif /* SHMBCAST_AUTO_MODEL_H */
