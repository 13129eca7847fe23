/* shmbcast_auto.h: broadcast in shared memory by whatever way is fastest. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_H
#define SHMBCAST_AUTO_H

/*
 * The same call as shmbcast_bcast(), for the same ranks of one machine, by
 * three ways. The root chooses one and says so in the first line of every
 * message, so ranks cannot disagree about it:
 *
 *   slot   up to [slot] bytes: a sequence number, and the message in the same
 *          cache line up to 56 bytes, else in a buffer of its own;
 *   ring   copied in and out of a ring of bytes in the root's memory, piece by
 *          piece, two copies at a time;
 *   pull   from [pull] bytes: straight from the root's buffer to the others',
 *          both sides copying chunks, through the kernel
 *          (process_vm_readv()), or, from [direct] bytes, by loads and stores
 *          where a buffer is in memory that the ranks share.
 *
 * Rings lie in memory of their rank's NUMA node. With several groups of ranks
 * (NUMA nodes) one rank of each passes on what comes in slots and rings.
 *
 * Units, errors, threads and printing: as in shmbcast.h.
 */

#include <stdbool.h>
#include "shmbcast.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The longest message that a slot holds. */
enum { SHMBCAST_AUTO_SLOT_MAX = 8192 };

/* Never: no message is as long. */
#define SHMBCAST_AUTO_NEVER ((size_t)-1)

/* By what is fastest here, which roots learn as they go. */
#define SHMBCAST_AUTO_LEARN ((size_t)-2)

struct shmbcast_auto_params {
    size_t slot; /* longest message in a slot, <= SHMBCAST_AUTO_SLOT_MAX, or
                  * learn */
    size_t ring; /* bytes of a rank's ring, power of two, >= 64 KiB; 0: four
                  * times the L2 cache, or that where nothing is learned and
                  * the kernel copies; at most 64 MiB for all ranks */
    size_t pull; /* shortest message to pull through the kernel; learn; never */
    size_t direct;  /* shortest message to copy from shared memory; learn;
                     * never */
    int group;      /* ranks in a group, by rank; 0: those of a NUMA node */
    bool calibrate; /* measure, when the handle is made, which slot, ring and
                     * pull are the fastest, and keep to that: no learning */
    bool learn;     /* false: nothing is learned, so that every run does the
                     * same; thresholds left to learning are 2 KiB for slots,
                     * 64 KiB for pulling and 8 KiB for copying directly. Where
                     * ranks outnumber CPUs nothing is learned either: 8 KiB
                     * for slots then, half of the last cache for pulling */
    bool crowded;   /* ranks outnumber CPUs, as others of the node run too,
                     * though those of this handle may not; no name */
};

struct shmbcast_auto_params shmbcast_auto_params_default(void);

/*
 * Change one parameter by its name above, with a value such as 64Ki, or
 * "never" or "learn" for a threshold; calibrate and learn are 0 or 1. As
 * shmbcast_params_parse() and _check() do for the others.
 */
int shmbcast_auto_params_parse(struct shmbcast_auto_params *params,
                               const char *name, const char *value,
                               const char **why);
int shmbcast_auto_params_check(const struct shmbcast_auto_params *params,
                               const char **why);

/*
 * Lines "name=value", empty or # comments, as a calibrated handle's parameters
 * are written for others to read. 0, or a negative errno: [*line], 0 if the
 * file cannot be read, and [*why] say what is wrong. Not collective.
 */
int shmbcast_auto_params_read(struct shmbcast_auto_params *params,
                              const char *path, int *line, const char **why);
int shmbcast_auto_params_write(const struct shmbcast_auto_params *params,
                               const char *path);

/* Bytes of the shared segment of [nranks] ranks, at most; [params] NULL: the
 * defaults. 0 if the parameters are bad or the size cannot be represented. */
size_t shmbcast_auto_bytes(const struct shmbcast_auto_params *params,
                           int nranks);

struct shmbcast_auto; /* a segment and a private duplicate of a communicator */

/* As shmbcast_create() and shmbcast_create_why(): [why] may be NULL. */
int shmbcast_auto_create(MPI_Comm comm,
                         const struct shmbcast_auto_params *params,
                         struct shmbcast_auto **h);
int shmbcast_auto_create_why(MPI_Comm comm,
                             const struct shmbcast_auto_params *params,
                             struct shmbcast_auto **h,
                             struct shmbcast_failure *why);

/*
 * As shmbcast_bcast(), but a root that sends no bytes may meet ranks that
 * expect some: they return with none. A rank that expects no bytes returns at
 * once, unless it leads a group, and does not learn of any that were sent; but
 * the root of a long message waits until that rank's next call with the handle.
 * A root returns when the others have the message if it is pulled or copied
 * directly, and is at most a ring, 16 slots or one slot of more than 512 bytes
 * ahead of them otherwise.
 */
int shmbcast_auto_bcast(void *buf, MPI_Count count, MPI_Datatype type, int root,
                        struct shmbcast_auto *h);

/* By how many bytes the last message was shorter than this rank expected. That
 * is no error here; it is for the caller to say whether it should be. */
size_t shmbcast_auto_missing(const struct shmbcast_auto *h);

/*
 * From now on messages in the memory of [win], of MPI_Win_allocate_shared() on
 * a communicator with the same ranks in the same order, are copied directly.
 * Collective. The window has to stay until shmbcast_auto_detach(), also
 * collective, or shmbcast_auto_free(). MPI_ERR_WIN, MPI_ERR_NO_MEM.
 */
int shmbcast_auto_attach(struct shmbcast_auto *h, MPI_Win win);
int shmbcast_auto_detach(struct shmbcast_auto *h, MPI_Win win);

/*
 * Memory to broadcast from and to: [bytes] on this rank, where the others can
 * reach it. Collective; freed by shmbcast_auto_release(), collective too. Its
 * pages are taken at once, so touching them cannot fail: MPI_ERR_NO_SPACE on
 * all ranks if any rank's do not fit, or what the MPI library says of it.
 */
int shmbcast_auto_alloc(struct shmbcast_auto *h, size_t bytes, void **memory);
int shmbcast_auto_release(struct shmbcast_auto *h, void *memory);

/* What is in use: thresholds as chosen. Valid until shmbcast_auto_free(). */
const struct shmbcast_auto_params *
shmbcast_auto_params(const struct shmbcast_auto *h);

/*
 * Does this rank learn, as a root, which way is the fastest? If not, [*why]
 * says the reason, a constant; [why] may be NULL. It does not where parameters
 * forbid it or leave no choice, where ranks outnumber CPUs (times would be the
 * scheduler's), and where ranks do not have the same clock.
 */
bool shmbcast_auto_learns(const struct shmbcast_auto *h, const char **why);

/*
 * What this rank has learned so far, a table for people; malloced, NULL without
 * memory, empty if there were no messages to learn from. Not collective. A
 * process keeps it for the next handle of the same ranks.
 */
char *shmbcast_auto_learned_text(struct shmbcast_auto *h);

/*
 * The same in a file, which has a section for every rank of every set of ranks,
 * by processor, kernel and the CPUs that the ranks may use. Reading takes what
 * is there for this rank, here and now; it is no error if that is nothing, nor
 * if there is no file; else it replaces what the handle knows. Sets with the
 * same CPUs share sections. Writing keeps, of what is there and what the handle
 * knows of messages of a size, that of more calls. A rank that does not learn
 * does neither. Not collective: ranks may read and write one file at the same
 * time. 0, or a negative errno and [*why], which is valid until the thread's
 * next call of these; then nothing has changed.
 */
int shmbcast_auto_learned_read(struct shmbcast_auto *h, const char *path,
                               const char **why);
int shmbcast_auto_learned_write(struct shmbcast_auto *h, const char *path,
                                const char **why);

/* May ranks read and write each other's memory through the kernel? Tried, with
 * content, between all pairs when the handle was made. */
bool shmbcast_auto_can_pull(const struct shmbcast_auto *h);

/* As shmbcast_placement(): the pages of this rank's slots and ring. */
void shmbcast_auto_placement(const struct shmbcast_auto *h, long *pages_local,
                             long *pages_remote);

/* The lowest rank of the group of [rank]; -1 if there is no such rank. */
int shmbcast_auto_leader(const struct shmbcast_auto *h, int rank);

/* Bytes of the whole segment. */
size_t shmbcast_auto_segment_bytes(const struct shmbcast_auto *h);

/* As shmbcast_free(). */
int shmbcast_auto_free(struct shmbcast_auto **h);

#ifdef __cplusplus
}
#endif

#endif /* SHMBCAST_AUTO_H */
