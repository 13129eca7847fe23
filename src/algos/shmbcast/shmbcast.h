/* shmbcast.h: broadcast through shared memory, NUMA-aware. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_H
#define SHMBCAST_H

/*
 * A copy-in/copy-out MPI_Bcast for the ranks of one (NUMA) machine after
 * M. G. Kurnosov and E. I. Tokmasheva, "Shared memory based MPI broadcast
 * algorithm for NUMA systems" (2020): segment, section 4.1; operation, section
 * 4.2 and figure 2; model, section 5 (shmbcast_model.h).
 *
 * The root copies the message, cut into fragments of f bytes, into the s
 * buffers of its own circular queue; the others copy it out. Every rank's
 * queue lies in the memory of that rank's NUMA node.
 *
 * Units are bytes unless a name says otherwise. Errors: functions that take or
 * make a handle return MPI_SUCCESS or an MPI error class, which is also an
 * error code for MPI_Error_string(); functions on parameters return 0 or a
 * negative errno. Nothing is ever printed and nothing aborts.
 *
 * Threads: a handle is used by one thread at a time. Different handles may be
 * used at the same time if MPI was initialized with MPI_THREAD_MULTIPLE.
 */

#include <stddef.h>
#include <stdint.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Along which tree ranks tell each other that a fragment is ready. The data
 * itself always comes straight from the root's queue. */
enum shmbcast_tree {
    SHMBCAST_TREE_FLAT,    /* the root tells everybody */
    SHMBCAST_TREE_CHAIN,   /* everybody tells the next */
    SHMBCAST_TREE_KARY,    /* complete k-ary tree, k >= 1 */
    SHMBCAST_TREE_KNOMIAL, /* k-nomial tree, k >= 2; 2 is binomial */
    SHMBCAST_TREE_TUNED    /* none yet: SHMBCAST_F_TUNED */
};

struct shmbcast_params {
    size_t f; /* bytes of a fragment buffer, a multiple of the page size */
    int s;    /* buffers in a rank's queue */
    int q;    /* sets that a queue is split into; divides s */
    enum shmbcast_tree tree;
    int k; /* arity of KARY and KNOMIAL; ignored by the others */
};

/* Bounds that no sane queue reaches; they keep every product below 2^63. */
#define SHMBCAST_F_MAX ((size_t)1 << 30)
#define SHMBCAST_S_MAX (1 << 20)

/* f or s is left to the model: shmbcast_params_resolve() in shmbcast_tune.h
 * sets it; until then the parameters cannot be used. */
#define SHMBCAST_F_MODEL SIZE_MAX
#define SHMBCAST_S_MODEL (-1)

/* The same, but left to trials, as is SHMBCAST_TREE_TUNED. */
#define SHMBCAST_F_TUNED (SIZE_MAX - 1)
#define SHMBCAST_S_TUNED (-2)
#define SHMBCAST_Q_TUNED (-2)

/* f = 8192 (or one page where pages are larger), s = 64, q = 2, binary. */
struct shmbcast_params shmbcast_params_default(void);

/*
 * Change one parameter by name:
 *   f       bytes, with an optional suffix Ki, Mi or Gi, or model: f and s are
 *           left to the model (an s that is set later is kept)
 *   s       a number, or model: left to the model
 *   q       a number
 *   tree    flat, chain, binary, binomial, K-ary, K-nomial (3-ary, 4-nomial)
 *   preset  paper, collsm, mvapich, model, tuned, default: sets all of the
 *           above; what is set after tuned is not left to trials
 * Returns 0, -ENOENT for an unknown name or -EINVAL for a bad value; then
 * [params] is untouched and [why], if not NULL, points to a constant string.
 * Whether the parameters fit each other is shmbcast_params_check()'s business.
 */
int shmbcast_params_parse(struct shmbcast_params *params, const char *name,
                          const char *value, const char **why);

/* 0 if the parameters can be used, else -EINVAL and a constant string in
 * [why], if not NULL. */
int shmbcast_params_check(const struct shmbcast_params *params,
                          const char **why);

/* The tree as shmbcast_params_parse() takes it, cut to [size] bytes with the
 * final 0. Returns the length that was needed, as snprintf() does. */
int shmbcast_tree_name(const struct shmbcast_params *params, char *text,
                       size_t size);

/* Names of presets and trees. Tables end with a row whose name is NULL; they
 * are constant and never freed. */
struct shmbcast_choice {
    const char *name, *help;
};
const struct shmbcast_choice *shmbcast_preset_table(void);
const struct shmbcast_choice *shmbcast_tree_table(void);

/*
 * Bytes of the shared segment of [nranks] ranks:
 *     w * ceil(4 nranks / w) + w * q + nranks * s * (w + f),  w the page size.
 * 0 if the parameters are bad or the size cannot be represented.
 */
size_t shmbcast_segment_bytes(const struct shmbcast_params *params, int nranks);

struct shmbcast; /* a segment and a private duplicate of a communicator */

/*
 * Make a handle. Collective over [comm], which must be an intracommunicator
 * whose ranks share one machine; [params] is the same on all ranks or NULL on
 * all (the defaults). [comm] itself is not used after the call returns.
 * Fails on all ranks with the same code, leaving *[h] alone: MPI_ERR_COMM,
 * MPI_ERR_ARG (parameters bad or not the same everywhere), MPI_ERR_NO_SPACE
 * (/dev/shm is full), MPI_ERR_NO_MEM, MPI_ERR_OTHER. The handle is freed by
 * shmbcast_free().
 */
int shmbcast_create(MPI_Comm comm, const struct shmbcast_params *params,
                    struct shmbcast **h);

/* Why a creation failed; the same on all ranks. */
struct shmbcast_failure {
    int code;         /* MPI error class; MPI_SUCCESS if nothing failed */
    const char *step; /* what could not be done, a constant string */
    int error;        /* errno of that step, or 0 */
    int rank;         /* lowest rank that failed, or -1: all of them */
    size_t bytes;     /* of the whole segment; 0 if not known yet */
};

/* The same as shmbcast_create(), and tells why it failed. */
int shmbcast_create_why(MPI_Comm comm, const struct shmbcast_params *params,
                        struct shmbcast **h, struct shmbcast_failure *why);

/* One line, such as "segment of 1.2 MiB: cannot reserve pages on rank 3: No
 * space left on device". Size and result as in snprintf(). */
int shmbcast_failure_text(const struct shmbcast_failure *why, char *text,
                          size_t size);

/*
 * MPI_Bcast over the handle's ranks: [count] elements of the committed [type]
 * at [buf] go from rank [root] to all others. Collective. Count and type may
 * differ between ranks as long as the type signatures match; a message of no
 * bytes returns without communication. Calls and their roots must come in the
 * same order on all ranks; nothing else is needed between calls.
 *
 * Returns when the rank's own part is done: the root does not wait for the
 * message to be taken out. MPI_ERR_TRUNCATE: the root sent more than [count]
 * elements hold; the buffer holds the beginning and the handle can be used on.
 * (An erroneous program in which the root sends no bytes and another rank
 * expects some, or the other way round, hangs, here or in a later call.)
 * MPI_ERR_ARG, MPI_ERR_BUFFER (MPI_IN_PLACE), MPI_ERR_ROOT, MPI_ERR_COUNT,
 * MPI_ERR_TYPE: bad argument, found before any communication. MPI_ERR_NO_MEM: a
 * single element of a type with gaps is held in memory once, and there was no
 * room for it.
 */
int shmbcast_bcast(void *buf, MPI_Count count, MPI_Datatype type, int root,
                   struct shmbcast *h);

/*
 * How many pages of this rank's queue lie on the NUMA node on which the rank
 * ran when it made them, and how many elsewhere; -1 and -1 where the system
 * does not tell (move_pages() forbidden). Local.
 */
void shmbcast_placement(const struct shmbcast *h, long *pages_local,
                        long *pages_remote);

/* The lowest rank on the NUMA node of [rank]; -1 if there is no such rank. */
int shmbcast_leader(const struct shmbcast *h, int rank);

/* The parameters in use; valid until shmbcast_free(). */
const struct shmbcast_params *shmbcast_params(const struct shmbcast *h);

/* Free the handle and set *[h] to NULL; nothing to do if it is NULL, and then
 * on all ranks. Collective, before MPI_Finalize(). */
int shmbcast_free(struct shmbcast **h);

#ifdef __cplusplus
}
#endif

#endif /* SHMBCAST_H */
