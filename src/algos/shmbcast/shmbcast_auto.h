/* shmbcast_auto.h: shared-memory broadcast by the algorithm that was
 * fastest. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_H
#define SHMBCAST_AUTO_H

/*
 * A broadcast like shmbcast_bcast(), for the ranks of one machine, that chooses
 * between several algorithms. Creating a handle measures which one is fastest
 * for each message size; later calls use that choice. The first cache line of
 * every message says which algorithm the root has chosen:
 *
 *   slot     up to 4 KiB: a sequence number, and the message in the same
 *            cache line (up to 56 bytes) or in a buffer of the slot's own;
 *   buffer   up to 8 KiB: like slot, but all slots share one buffer;
 *   ring     the root copies pieces into a ring of bytes in its memory while
 *            the other ranks copy earlier pieces out;
 *   queue    the published algorithm of shmbcast.h;
 *   pull     copies from the root's buffer to the other ranks' buffers through
 *            the kernel (process_vm_readv()); both sides copy chunks.
 *
 * Variants of these: slot-ask and buffer-ask (readers prefetch the message),
 * slot-past and ring-past (stored past the caches, for far cores),
 * ring-part (uses a quarter of the ring), pull-fine (chunks of half the size).
 * Buffers in memory that the ranks share are copied by loads and stores.
 *
 * Each rank's ring lies in memory of that rank's NUMA node. If the ranks form
 * several groups (NUMA nodes), one rank of each group, the leader, receives the
 * messages of slots and rings and forwards them to its group.
 *
 * Units, errors, threads and printing: as in shmbcast.h.
 */

#include <stdbool.h>
#include "shmbcast.h"

#ifdef __cplusplus
extern "C" {
#endif

/* SLOT_MAX: bytes of the longest message in a slot or buffer. SIZES: number of
 * message sizes that have their own algorithm: 64 B, 128 B ... 1 MiB. */
enum { SHMBCAST_AUTO_SLOT_MAX = 8192, SHMBCAST_AUTO_SIZES = 15 };

/* Threshold that no message reaches. */
#define SHMBCAST_AUTO_NEVER ((size_t)-1)

/* Threshold that the calibration sets. Without calibration it has a fixed
 * default. */
#define SHMBCAST_AUTO_MEASURED ((size_t)-2)

/* Buffers that the calibration uses: those of the previous call (warm), buffers
 * not used recently (cold), or both (on). */
enum shmbcast_auto_calibrate {
    SHMBCAST_AUTO_CALIBRATE_OFF,
    SHMBCAST_AUTO_CALIBRATE_ON,
    SHMBCAST_AUTO_CALIBRATE_WARM,
    SHMBCAST_AUTO_CALIBRATE_COLD
};

struct shmbcast_auto_params {
    /* longest message in a slot or buffer, <= SHMBCAST_AUTO_SLOT_MAX; default:
     * measured, or 2 KiB without calibration */
    size_t slot;
    /* bytes of a rank's ring, a power of two, >= 64 KiB; 0: four times the L2
     * cache, or one L2 cache if nothing is calibrated and the kernel can copy
     * between ranks; at most 64 MiB for all ranks */
    size_t ring;
    /* shortest message copied through the kernel, or NEVER; default: measured,
     * or 64 KiB without calibration */
    size_t pull;
    size_t direct; /* shortest message copied in shared memory, or NEVER */
    int group;     /* consecutive ranks per group; 0: ranks of a NUMA node */
    /* not used if slot, pull, dense or gaps is given */
    enum shmbcast_auto_calibrate calibrate;
    int calibrate_ms; /* time limit for making a handle with a calibration, in
                       * milliseconds */
    /* set this if ranks outnumber CPUs because of ranks outside the handle;
     * shmbcast_auto_params_parse() has no name for it */
    bool crowded;
    /* algorithm of each size, for data without gaps and with gaps; opaque
     * numbers, 0 if not given */
    unsigned char dense[SHMBCAST_AUTO_SIZES], gaps[SHMBCAST_AUTO_SIZES];
    int64_t reserved[4]; /* 0: for later versions */
};

struct shmbcast_auto_params shmbcast_auto_params_default(void);

/*
 * Sets one parameter by its name above. A threshold is a size such as 64Ki,
 * "never" or "measured"; calibrate is off, on, warm or cold (0 and 1 mean off
 * and on). dense and gaps are "measured" or lists such as
 * "slot:4Ki,ring:32Ki,pull": each algorithm is used up to its size, the last
 * one for all longer messages. Setting slot or pull discards both lists.
 * Returns what shmbcast_params_parse() and shmbcast_params_check() return.
 */
int shmbcast_auto_params_parse(struct shmbcast_auto_params *params,
                               const char *name, const char *value,
                               const char **why);
int shmbcast_auto_params_check(const struct shmbcast_auto_params *params,
                               const char **why);

/* Writes the list of [dense], or of [gaps]; an empty string if there is no
 * list. [size] and the returned value are as for snprintf(). */
int shmbcast_auto_table_text(const struct shmbcast_auto_params *params,
                             bool gaps, char *text, size_t size);

/* Read and write parameters, such as those of a calibrated handle, as a file of
 * lines "name=value", empty lines and # comments. Return 0 or a negative errno.
 * After an error [*why] is the reason and [*line] the line number, 0 if the
 * file cannot be read. Not collective. */
int shmbcast_auto_params_read(struct shmbcast_auto_params *params,
                              const char *path, int *line, const char **why);
int shmbcast_auto_params_write(const struct shmbcast_auto_params *params,
                               const char *path);

/* Returns an upper bound of the bytes of the shared segment of [nranks] ranks.
 * If [params] is NULL, the defaults are used. Returns 0 if the parameters are
 * bad or the size cannot be represented. */
size_t shmbcast_auto_bytes(const struct shmbcast_auto_params *params,
                           int nranks);

struct shmbcast_auto; /* a handle: owns a segment and a communicator */

/* Like shmbcast_create() and shmbcast_create_why(); [why] may be NULL. */
int shmbcast_auto_create(MPI_Comm comm,
                         const struct shmbcast_auto_params *params,
                         struct shmbcast_auto **h);
int shmbcast_auto_create_why(MPI_Comm comm,
                             const struct shmbcast_auto_params *params,
                             struct shmbcast_auto **h,
                             struct shmbcast_failure *why);

/*
 * Like shmbcast_bcast(), except that the root may send no bytes while other
 * ranks expect some: they return and receive nothing. A rank that expects no
 * bytes returns at once, unless it leads a group, and does not learn whether
 * bytes were sent; the root of a long message then waits until that rank's next
 * call with the handle. After a pull or a direct copy the root returns when all
 * other ranks have the message. With other algorithms the root may be ahead of
 * them by at most a ring, a queue, 16 slots or one buffer.
 */
int shmbcast_auto_bcast(void *buf, MPI_Count count, MPI_Datatype type, int root,
                        struct shmbcast_auto *h);

/* Returns by how many bytes the last message was shorter than this rank
 * expected. shmbcast_auto_bcast() does not treat a shorter message as an
 * error. */
size_t shmbcast_auto_missing(const struct shmbcast_auto *h);

/*
 * After this call messages in the memory of [win] are copied directly. [win]
 * comes from MPI_Win_allocate_shared() on a communicator with the same ranks in
 * the same order. Free it only after shmbcast_auto_detach() or
 * shmbcast_auto_free(). Attach and detach are collective. Errors: MPI_ERR_WIN,
 * MPI_ERR_NO_MEM.
 */
int shmbcast_auto_attach(struct shmbcast_auto *h, MPI_Win win);
int shmbcast_auto_detach(struct shmbcast_auto *h, MPI_Win win);

/*
 * Allocates [bytes] on this rank that the other ranks can access, for buffers
 * of broadcasts. Collective; shmbcast_auto_release(), also collective, frees
 * them. All pages are reserved at once, so a later access cannot fail. Errors:
 * MPI_ERR_NO_SPACE on all ranks if the pages of any rank do not fit, or the
 * error of the MPI library.
 */
int shmbcast_auto_alloc(struct shmbcast_auto *h, size_t bytes, void **memory);
int shmbcast_auto_release(struct shmbcast_auto *h, void *memory);

/* Returns the parameters in use, with the chosen thresholds and tables.
 * [calibrate] is off if nothing was measured for this handle. Valid until
 * shmbcast_auto_free(). */
const struct shmbcast_auto_params *
shmbcast_auto_params(const struct shmbcast_auto *h);

/* True if ranks can read and write each other's memory through the kernel. All
 * pairs of ranks tested it with real transfers when the handle was created. */
bool shmbcast_auto_can_pull(const struct shmbcast_auto *h);

/* Like shmbcast_placement(), for this rank's slots, ring and queue. */
void shmbcast_auto_placement(const struct shmbcast_auto *h, long *pages_local,
                             long *pages_remote);

/* Returns the lowest rank of the group of [rank]; -1 if [rank] is invalid. */
int shmbcast_auto_leader(const struct shmbcast_auto *h, int rank);

/* Returns the bytes of the whole segment. */
size_t shmbcast_auto_segment_bytes(const struct shmbcast_auto *h);

/* Like shmbcast_free(). */
int shmbcast_auto_free(struct shmbcast_auto **h);

#ifdef __cplusplus
}
#endif

#endif /* SHMBCAST_AUTO_H */
