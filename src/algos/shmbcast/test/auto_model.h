/* auto_model.h: what the machines of the algorithms have in common. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_MODEL_H
#define SHMBCAST_AUTO_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A machine does what one file does to shared memory: in a call every rank has
 * a role and runs the role's program of steps, each one access, with memory
 * sequentially consistent (doc/shmbcast.md says why acquire and release are
 * enough). A variant changes the program of one role: a mistake, and the words
 * in which it is to be noticed, or something harmless.
 */
enum { AM_RANKS = 3, AM_CALLS = 5, AM_STEPS = 18, AM_BEING_WRITTEN = 255 };

/* Steps of all machines: a loop of the steps between them. */
enum { AM_AGAIN = 254, AM_LOOP = 255 };

/* What all ranks agree on: groups, and the roots of call 1, 2, ... */
struct am_calls {
    int ranks, leader[AM_RANKS];
    int ncalls, root[AM_CALLS];
};

/* What becomes of a step, or of the steps from [step] to [last]. */
struct am_change {
    enum { AM_DROP, AM_BECOMES, AM_AFTER } how;
    int step, last;
    int other; /* the step that it becomes, or that it comes after; 0: first */
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
    const char *seen; /* NULL: nothing goes wrong */
};

struct am_config {
    const struct am_machine *machine;
    struct am_calls calls;
    const void *shape; /* whatever else the machine wants to know */
    const struct am_variant *variant; /* or NULL */
    uint8_t program[AM_STEPS];        /* the variant's */
};

/* Which call a rank is in, and where in its program. A state is all of bytes,
 * and begins with that of all ranks. */
struct am_point {
    uint8_t op, at;
};

struct am_machine {
    const char *name;
    int ncalls;
    size_t bytes;                        /* of a state */
    size_t room;                         /* for so many states */
    const uint8_t (*programs)[AM_STEPS]; /* of each role; 0 ends them */
    int (*role)(const struct am_config *c, int rank, int op);
    /* to the beginning of the next call */
    void (*begin)(const struct am_config *c, void *state, int rank);
    /* Let a rank take [step]; 0 if it has to wait. Sets [*wrong] to what is
     * wrong, a constant. States are compared as they are: no padding. From
     * every state one in which all calls are over has to be in reach. */
    int (*step)(const struct am_config *c, void *state, int rank, int step,
                const char **wrong);
    /* At the end of a loop: is there another round? */
    bool (*again)(const struct am_config *c, void *state, int rank);
    /* Does the rank skip the step this time? NULL: no rank skips any. */
    bool (*nothing)(const struct am_config *c, const void *state, int rank,
                    int step);
    bool no_groups; /* ranks have no groups */
    /* check a state in which all calls are over; or NULL */
    void (*end)(const struct am_config *c, const void *state,
                const char **wrong);
};

/* From whom [rank] gets call [op]; does it pass it on to its group? */
int am_source(const struct am_config *c, int rank, int op);
bool am_relays(const struct am_config *c, int rank, int op);

/* The rank has taken its step, and goes on to the next one, or, past others, to
 * [step] if that is not 0; to its next call at the end of a program. Returns 1.
 */
int am_go(const struct am_config *c, void *state, int rank, int step);

/*
 * Search all sequences of roots, of 2 ranks, of 3, and of 3 in groups: none
 * goes wrong, or one does so in the variant's words.
 */
void am_search_all(const struct am_machine *m, const void *shape,
                   const struct am_variant *v);

extern const char am_deadlock[];

#endif /* SHMBCAST_AUTO_MODEL_H */
