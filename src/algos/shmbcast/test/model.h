/* model.h: state machines that model the algorithms; test_protocols.c searches
 * them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_MODEL_H
#define SHMBCAST_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A machine models how one source file accesses shared memory. In each call
 * every rank has a role and runs the role's program, which consists of steps. A
 * step is one access; memory is sequentially consistent (doc/shmbcast.md
 * explains why acquire and release are enough). A variant changes one role's
 * program. It is a mistake, with the error message that must reveal it, or
 * harmless.
 */
enum { AM_RANKS = 3, AM_CALLS = 5, AM_STEPS = 18, AM_BEING_WRITTEN = 255 };

/* Steps of all machines. */
enum {
    AM_TOLD = 252, /* wait until the source has stored its slot's word */
    AM_TELL,       /* store the word of this rank's own slot */
    AM_AGAIN,      /* end of a loop of steps */
    AM_LOOP        /* start of that loop */
};

/* Results of a step: wait, stay, next step; or the number of a later step. */
enum { AM_WAIT = -3, AM_STAY, AM_NEXT };

/* What is the same on all ranks: the groups, and the root of each call. */
struct am_calls {
    int ranks, leader[AM_RANKS];
    int ncalls, root[AM_CALLS];
};

/* A change of a program: drop [step] to [last]; replace [step]; or move it. */
enum am_how { AM_DROP, AM_BECOMES, AM_AFTER };
#define DROP_ALL(step, last) AM_DROP, step, last, 0
#define DROP(step) DROP_ALL(step, step)
#define BECOMES(step, other) AM_BECOMES, step, step, other
#define AFTER(step, other) AM_AFTER, step, step, other

struct am_variant {
    const char *name;
    int shape; /* shape in which a mistake shows; for a harmless change, the
                * last shape to try */
    int role;
    enum am_how how;
    int step, last;
    int other;        /* replacement, or step to move after; 0: to the start */
    const char *seen; /* error message that must appear; NULL: harmless */
};

struct am_config {
    const struct am_machine *machine;
    struct am_calls calls;
    const void *shape;                /* other settings of the machine */
    const struct am_variant *variant; /* change of the program, or NULL */
    uint8_t program[AM_STEPS];        /* steps, with the variant's change */
};

/* Call of a rank, position in its program, last call for which it stored its
 * word. A state consists of bytes and starts with the points of all ranks. */
struct am_point {
    uint8_t op, at, told;
};

struct am_machine {
    const char *name;
    int ncalls;
    size_t bytes;                        /* size of a state */
    size_t room;                         /* maximum number of states */
    const uint8_t (*programs)[AM_STEPS]; /* steps of each role; 0 ends them */
    const struct am_variant *variants;   /* a row without a name ends them */
    const void *shapes;
    size_t shape_bytes, nshapes;
    bool no_groups; /* the machine has no groups */
    int (*role)(const struct am_config *c, int rank, int op);
    /* Called when a rank is at the start of call [op], or after the last. */
    void (*begin)(const struct am_config *c, void *state, int rank, int op);
    /* Makes a rank take [step]. If something is wrong, sets [*wrong] to a
     * constant message. States have no padding, because they are compared by
     * bytes. An end of all calls must be reachable from each state. */
    int (*step)(const struct am_config *c, void *state, int rank, int step,
                const char **wrong);
    /* at the end of a loop: true if the loop is to be repeated */
    bool (*again)(const struct am_config *c, void *state, int rank);
    /* true if the rank skips the step this time; NULL: no step is skipped */
    bool (*nothing)(const struct am_config *c, const void *state, int rank,
                    int step);
    /* checks a state in which all calls have ended; or NULL */
    void (*end)(const struct am_config *c, const void *state,
                const char **wrong);
};

/* Members of a machine, for a file that defines these names. */
#define AM_MACHINE(label, calls, most)                                         \
    .name = label, .ncalls = calls, .bytes = sizeof(struct state),             \
    .room = most, .programs = programs, .variants = variants,                  \
    .shapes = shapes, .shape_bytes = sizeof(shapes[0]),                        \
    .nshapes = sizeof(shapes) / sizeof(shapes[0]), .role = role_of,            \
    .begin = begin_call, .step = step, .nothing = nothing

extern const struct am_machine am_slots, am_rings, am_chunks, am_queues,
    am_exchanges;

/* Returns the rank from which [rank] gets call [op]; true if it forwards it. */
int am_source(const struct am_config *c, int rank, int op);
bool am_relays(const struct am_config *c, int rank, int op);

/* A rank that asks the others for a counter, one rank in each step. */
struct am_ask {
    uint8_t asked, least; /* number of ranks asked; smallest counter */
};

/* Returns the next rank to ask. */
int am_next(const struct am_config *c, const struct am_ask *a, int rank);

/* Uses the counter of the asked rank: sets [least] to it for the first rank, or
 * if [less]. Returns true after the last rank, and then starts again. */
bool am_asked(const struct am_config *c, struct am_ask *a, uint8_t counter,
              bool less);

extern const char am_deadlock[], am_endless[];

#endif /* SHMBCAST_MODEL_H */
