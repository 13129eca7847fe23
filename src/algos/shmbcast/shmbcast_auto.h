/* shmbcast_auto.h: broadcast in shared memory by what is fastest here. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_H
#define SHMBCAST_AUTO_H

/*
 * The same call as shmbcast_bcast(), for the same ranks of one machine, by one
 * of several algorithms. Which is the fastest for a size is measured when the
 * handle is made, and stays so. The root says which it takes in the first line
 * of every message:
 *
 *   slot     up to 4 KiB: a sequence number, and the message in the same cache
 *            line up to 56 bytes, else in a buffer that belongs to the slot;
 *   buffer   up to 8 KiB: the same with one buffer for all slots;
 *   ring     copied in and out of a ring of bytes in the root's memory, piece
 *            by piece, two copies at a time;
 *   queue    the published algorithm's, as in shmbcast.h;
 *   pull     straight from the root's buffer to the others', both sides copying
 *            chunks, through the kernel (process_vm_readv()).
 *
 * Variants of these: slot-ask and buffer-ask (readers prefetch the message),
 * ring-part (round a quarter of the ring), pull-fine (chunks of half the size).
 * Buffers in memory that the ranks share are copied by loads and stores.
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

/* The longest message that a slot holds; the sizes that have an algorithm of
 * their own: 64 B, 128 B ... 1 MiB. */
enum { SHMBCAST_AUTO_SLOT_MAX = 8192, SHMBCAST_AUTO_SIZES = 15 };

/* Never: no message is as long. */
#define SHMBCAST_AUTO_NEVER ((size_t)-1)

/* By what a calibration finds, or the fixed value where there is none. */
#define SHMBCAST_AUTO_MEASURED ((size_t)-2)

/* In which settings algorithms are timed: buffers that were used in the last
 * call (warm), buffers that were not (cold), or both. */
enum shmbcast_auto_calibrate {
    SHMBCAST_AUTO_CALIBRATE_OFF,
    SHMBCAST_AUTO_CALIBRATE_ON,
    SHMBCAST_AUTO_CALIBRATE_WARM,
    SHMBCAST_AUTO_CALIBRATE_COLD
};

struct shmbcast_auto_params {
    size_t slot;   /* longest message in a slot, <= SHMBCAST_AUTO_SLOT_MAX;
                    * measured, else 2 KiB */
    size_t ring;   /* bytes of a rank's ring, power of two, >= 64 KiB; 0: four
                    * times the L2 cache, or that where nothing is calibrated and
                    * the kernel copies; at most 64 MiB for all ranks */
    size_t pull;   /* shortest message to pull through the kernel; never;
                    * measured, else 64 KiB */
    size_t direct; /* shortest message to copy from shared memory; never */
    int group;     /* ranks in a group, by rank; 0: those of a NUMA node */
    enum shmbcast_auto_calibrate calibrate; /* unless slot, pull or dense is
                                             * given */
    int calibrate_ms;                       /* that a calibration may take */
    bool crowded; /* ranks outnumber CPUs, as others of the node run too,
                   * though those of this handle may not; no name */
    /* the algorithm of each size, of data without gaps and with gaps; opaque
     * numbers, 0: not given */
    unsigned char dense[SHMBCAST_AUTO_SIZES], gaps[SHMBCAST_AUTO_SIZES];
};

struct shmbcast_auto_params shmbcast_auto_params_default(void);

/*
 * Change one parameter by its name above, with a value such as 64Ki, "never" or
 * "measured" for a threshold; calibrate is off, on, warm or cold (0 and 1 are
 * off and on). dense and gaps are lists such as "slot:4Ki,ring:32Ki,pull": each
 * algorithm up to a size, the last for all that is longer, or "measured"; they
 * hold until slot or pull is set. As shmbcast_params_parse() and _check() do
 * for the others.
 */
int shmbcast_auto_params_parse(struct shmbcast_auto_params *params,
                               const char *name, const char *value,
                               const char **why);
int shmbcast_auto_params_check(const struct shmbcast_auto_params *params,
                               const char **why);

/* The list of [dense], or of [gaps]; empty if there is none. Size and result as
 * in snprintf(). */
int shmbcast_auto_table_text(const struct shmbcast_auto_params *params,
                             bool gaps, char *text, size_t size);

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
 * directly, and is at most a ring, a queue, 16 slots or one buffer ahead of
 * them otherwise.
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

/* What is in use: thresholds and tables as chosen. [calibrate] is off if
 * nothing was measured for this handle. Valid until shmbcast_auto_free(). */
const struct shmbcast_auto_params *
shmbcast_auto_params(const struct shmbcast_auto *h);

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
