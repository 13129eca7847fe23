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
 * The root cuts the message into fragments of f bytes and copies them into the
 * s buffers of its own circular queue; the other ranks copy them out of it.
 * Every rank's queue lies in the memory of that rank's NUMA node.
 *
 * Sizes are bytes unless a name says otherwise. Errors: functions that take or
 * create a handle return MPI_SUCCESS or an MPI error class, which is also an
 * error code for MPI_Error_string(); functions on parameters return 0 or a
 * negative errno. No function prints or aborts.
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

/* The tree along which ranks notify each other that a fragment is ready. All
 * ranks copy the data itself directly from the root's queue. */
enum shmbcast_tree {
    SHMBCAST_TREE_FLAT,   /* the root notifies all other ranks */
    SHMBCAST_TREE_CHAIN,  /* each rank notifies the next rank */
    SHMBCAST_TREE_KARY,   /* complete k-ary tree, k >= 1 */
    SHMBCAST_TREE_KNOMIAL /* k-nomial tree, k >= 2; 2 is binomial */
};

struct shmbcast_params {
    size_t f; /* bytes of a fragment buffer, a multiple of the page size */
    int s;    /* number of buffers in a rank's queue */
    int q;    /* number of sets into which a queue is split; divides s */
    enum shmbcast_tree tree;
    int k; /* arity of KARY and KNOMIAL; ignored for the other trees */
};

/* Upper bounds of f and s. They keep every product of sizes below 2^63. */
#define SHMBCAST_F_MAX ((size_t)1 << 30)
#define SHMBCAST_S_MAX (1 << 20)

/* Values that let the cost model choose f and s. shmbcast_params_resolve() in
 * shmbcast_tune.h replaces them; until then the parameters cannot be used. */
#define SHMBCAST_F_MODEL SIZE_MAX
#define SHMBCAST_S_MODEL (-1)

/* Returns f = 8192 (or one page if pages are larger), s = 64, q = 2 and a
 * binary tree. */
struct shmbcast_params shmbcast_params_default(void);

/*
 * Sets one parameter by name and value:
 *   f       bytes, with an optional suffix Ki, Mi or Gi, or "model": the cost
 *           model chooses f and s (a later setting of s overrides its choice)
 *   s       a number, or "model": the cost model chooses s
 *   q       a number
 *   tree    flat, chain, binary, binomial, K-ary, K-nomial (3-ary, 4-nomial)
 *   preset  paper, collsm, mvapich, model, default: sets all of the above
 * Returns 0, -ENOENT for an unknown name or -EINVAL for a bad value. After an
 * error [params] is unchanged and [why], if not NULL, points to a constant
 * string. shmbcast_params_check() tests whether the parameters fit together.
 */
int shmbcast_params_parse(struct shmbcast_params *params, const char *name,
                          const char *value, const char **why);

/* Returns 0 if the parameters can be used, else -EINVAL. Then [why], if not
 * NULL, is set to the reason, a constant string. */
int shmbcast_params_check(const struct shmbcast_params *params,
                          const char **why);

/* Writes the name of the tree in the form that shmbcast_params_parse() reads,
 * at most [size] bytes including the final 0. Returns its full length, like
 * snprintf(). */
int shmbcast_tree_name(const struct shmbcast_params *params, char *text,
                       size_t size);

/* Tables of the names of presets and trees. Each ends with a row whose name is
 * NULL. The tables are constant and never freed. */
struct shmbcast_choice {
    const char *name, *help;
};
const struct shmbcast_choice *shmbcast_preset_table(void);
const struct shmbcast_choice *shmbcast_tree_table(void);

/*
 * Returns the bytes of the shared segment of [nranks] ranks:
 *   w * ceil(4 nranks / w) + w * q + nranks * s * (w + f),  w the page size.
 * Returns 0 if the parameters are bad or the size cannot be represented.
 */
size_t shmbcast_segment_bytes(const struct shmbcast_params *params, int nranks);

struct shmbcast; /* a handle: owns a segment and a communicator */

/*
 * Creates a handle. Collective over [comm], an intracommunicator whose ranks
 * share one machine. [params] is the same on all ranks, or NULL on all ranks
 * for the defaults. [comm] itself is not used after the call returns.
 * An error is the same on all ranks and leaves *[h] unchanged: MPI_ERR_COMM,
 * MPI_ERR_ARG (bad parameters or parameters that differ between ranks),
 * MPI_ERR_NO_SPACE (/dev/shm is full), MPI_ERR_NO_MEM, MPI_ERR_OTHER.
 * shmbcast_free() frees the handle.
 */
int shmbcast_create(MPI_Comm comm, const struct shmbcast_params *params,
                    struct shmbcast **h);

/* Reason why creating a handle failed; the same on all ranks. */
struct shmbcast_failure {
    int code;         /* MPI error class; MPI_SUCCESS if nothing failed */
    const char *step; /* the step that failed, a constant string */
    int error;        /* errno of that step, or 0 */
    int rank;         /* lowest rank that failed, or -1 for all ranks */
    size_t bytes;     /* size of the whole segment; 0 if not known yet */
};

/* Like shmbcast_create(), and stores in [why] the reason of a failure. */
int shmbcast_create_why(MPI_Comm comm, const struct shmbcast_params *params,
                        struct shmbcast **h, struct shmbcast_failure *why);

/* Writes a failure in one line, such as "segment of 1.2 MiB: cannot reserve
 * pages on rank 3: No space left on device". [size] and the returned value are
 * as for snprintf(). */
int shmbcast_failure_text(const struct shmbcast_failure *why, char *text,
                          size_t size);

/*
 * MPI_Bcast over the handle's ranks: sends [count] elements of the committed
 * [type] at [buf] from rank [root] to all others. Collective. Count and type
 * may differ between ranks as long as the type signatures match. A message of 0
 * bytes returns without communication. All ranks make the same calls with the
 * same roots in the same order; no synchronization between calls is needed.
 *
 * Returns when this rank's own part is done: the root does not wait until the
 * others have copied the message. MPI_ERR_TRUNCATE: the root sent more than
 * [count] elements; the buffer holds the beginning of the message and the
 * handle stays usable. (It is an error that the root sends no bytes while
 * another rank expects some, or the reverse; this or a later call then hangs.)
 * MPI_ERR_ARG, MPI_ERR_BUFFER (MPI_IN_PLACE), MPI_ERR_ROOT, MPI_ERR_COUNT,
 * MPI_ERR_TYPE: bad argument, found before any communication. MPI_ERR_NO_MEM:
 * no memory to pack one element of a type with gaps.
 */
int shmbcast_bcast(void *buf, MPI_Count count, MPI_Datatype type, int root,
                   struct shmbcast *h);

/*
 * Counts the pages of this rank's queue: those on the NUMA node where the rank
 * ran when it created them, and all others. Sets both counts to -1 if the
 * system does not allow the query (move_pages() forbidden). Local.
 */
void shmbcast_placement(const struct shmbcast *h, long *pages_local,
                        long *pages_remote);

/* Returns the lowest rank on the NUMA node of [rank]; -1 if [rank] is
 * invalid. */
int shmbcast_leader(const struct shmbcast *h, int rank);

/* Returns the parameters in use; valid until shmbcast_free(). */
const struct shmbcast_params *shmbcast_params(const struct shmbcast *h);

/* Frees the handle and sets *[h] to NULL. Does nothing if *[h] is NULL; then it
 * must be NULL on all ranks. Collective; call it before MPI_Finalize(). */
int shmbcast_free(struct shmbcast **h);

#ifdef __cplusplus
}
#endif

#endif /* SHMBCAST_H */
