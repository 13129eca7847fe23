/* auto_race.c: shmbcast_auto with threads as ranks, for ThreadSanitizer. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * auto_race RANKS GROUP CALLS [MISTAKE WORD]
 *
 * Broadcasts all sizes from changing roots, without MPI: every thread has a
 * handle, and shared memory is memory of this program. Buffers are either in a
 * region (the library copies, and ThreadSanitizer sees it) or private (the
 * kernel copies). A root overwrites its buffer as soon as it may; some ranks
 * expect fewer bytes than are sent, or none. Exits with 0 if all messages are
 * right; ThreadSanitizer has its own exit status.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../auto/handle.h"

/* With -fsanitize=thread, each atomic operation is a call of a function with
 * its memory order as an argument. The linker (--wrap) redirects these calls to
 * this file. So one program, with unchanged library sources, tries every
 * mistake. A thread yields now and then, so that more interleavings occur than
 * two cores would cause. */
static const struct word {
    const char *name;
    size_t from, bytes; /* position and size in an area */
} words[] = {
    {"word", offsetof(struct sb_area, slots),
     sizeof(struct sb_slot[SB_NSLOTS])},
    {"done", offsetof(struct sb_area, done), sizeof(uint64_t)},
    {"tail", offsetof(struct sb_area, tail), sizeof(uint64_t)},
    {"head", offsetof(struct sb_area, head), sizeof(uint64_t)},
    {"open", offsetof(struct sb_area, want.open), sizeof(uint64_t)},
    {"helped", offsetof(struct sb_area, want.helped), sizeof(uint64_t)},
};

static struct {
    const struct word *word; /* word with the mistake; NULL: no mistake */
    const char *areas;
    size_t stride, bytes;
    bool release, acquire, blind;
} seeded;

/* From now on, makes a mistake in all accesses to one named word (word, done,
 * tail, head, open, helped) of the areas of [h]. [mistake] is release (stores
 * do not release), acquire (loads do not acquire) or blind (loads return the
 * largest number). Returns false for other names. Call it before there are
 * threads. */
static bool race_seed(const struct shmbcast_auto *h, const char *mistake,
                      const char *word)
{
    seeded.areas = h->areas;
    seeded.stride = h->stride;
    seeded.bytes = h->stride * (size_t)h->size;
    seeded.release = strcmp(mistake, "release") == 0;
    seeded.acquire = strcmp(mistake, "acquire") == 0;
    seeded.blind = strcmp(mistake, "blind") == 0;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strcmp(words[i].name, word) == 0)
            seeded.word = &words[i];
    return seeded.word != NULL &&
           (seeded.release || seeded.acquire || seeded.blind);
}

static bool hit(const volatile void *at)
{
    size_t in = (size_t)((uintptr_t)at - (uintptr_t)seeded.areas);

    return seeded.word != NULL && in < seeded.bytes &&
           in % seeded.stride - seeded.word->from < seeded.word->bytes;
}

static void sometimes_yield(void)
{
    static _Thread_local unsigned n = 1;

    n = n * 1103515245u + 12345u;
    if (n >> 27 == 0)
        sched_yield();
}

/* The compiler's functions that --wrap replaces; orders are integers. */
uint64_t __real___tsan_atomic64_load(const volatile uint64_t *at, int order);
void __real___tsan_atomic64_store(volatile uint64_t *at, uint64_t v, int order);
uint64_t __real___tsan_atomic64_fetch_add(volatile uint64_t *at, uint64_t v,
                                          int order);
int __real___tsan_atomic64_compare_exchange_weak(volatile uint64_t *at,
                                                 uint64_t *seen, uint64_t v,
                                                 int order, int order_failed);
/* clang's variant, which returns the value that it found */
uint64_t __real___tsan_atomic64_compare_exchange_val(volatile uint64_t *at,
                                                     uint64_t seen, uint64_t v,
                                                     int order,
                                                     int order_failed);
__typeof__(__real___tsan_atomic64_load) __wrap___tsan_atomic64_load;
__typeof__(__real___tsan_atomic64_store) __wrap___tsan_atomic64_store;
__typeof__(__real___tsan_atomic64_fetch_add) __wrap___tsan_atomic64_fetch_add;
__typeof__(__real___tsan_atomic64_compare_exchange_weak)
    __wrap___tsan_atomic64_compare_exchange_weak;
__typeof__(__real___tsan_atomic64_compare_exchange_val)
    __wrap___tsan_atomic64_compare_exchange_val;

/* Returns the memory order of an access to [at], made relaxed if the mistake is
 * there and [left_out]. */
static int order_of(const volatile void *at, int order, bool left_out)
{
    sometimes_yield();
    return left_out && hit(at) ? memory_order_relaxed : order;
}

uint64_t __wrap___tsan_atomic64_load(const volatile uint64_t *at, int order)
{
    order = order_of(at, order, seeded.acquire);
    if (order == memory_order_acquire && seeded.blind && hit(at))
        return UINT64_MAX;
    return __real___tsan_atomic64_load(at, order);
}

void __wrap___tsan_atomic64_store(volatile uint64_t *at, uint64_t v, int order)
{
    __real___tsan_atomic64_store(at, v, order_of(at, order, seeded.release));
}

uint64_t __wrap___tsan_atomic64_fetch_add(volatile uint64_t *at, uint64_t v,
                                          int order)
{
    return __real___tsan_atomic64_fetch_add(
        at, v, order_of(at, order, seeded.release));
}

int __wrap___tsan_atomic64_compare_exchange_weak(volatile uint64_t *at,
                                                 uint64_t *seen, uint64_t v,
                                                 int order, int order_failed)
{
    return __real___tsan_atomic64_compare_exchange_weak(
        at, seen, v, order_of(at, order, seeded.acquire), order_failed);
}

uint64_t __wrap___tsan_atomic64_compare_exchange_val(volatile uint64_t *at,
                                                     uint64_t seen, uint64_t v,
                                                     int order,
                                                     int order_failed)
{
    return __real___tsan_atomic64_compare_exchange_val(
        at, seen, v, order_of(at, order, seeded.acquire), order_failed);
}

enum { RANKS_MAX = 8, BYTES_MAX = 200000, SHIFTS = 251 };
enum { RING = 256 << 10, PART = RING / 4, PULL = 128 << 10 };
enum { STREAM = 160000 }; /* ThreadSanitizer does not see streaming stores */
enum { TIME_LIMIT = 100 /* seconds */ };

/* Properties of a call, the same on all ranks. */
struct call {
    int root;
    size_t bytes[RANKS_MAX];   /* bytes that the rank expects, or sends */
    bool in_region[RANKS_MAX]; /* true if the rank's buffer is in the region */
};

static struct world {
    struct shmbcast_auto h; /* fields that all handles have in common */
    int leaders[RANKS_MAX];
    pid_t pids[RANKS_MAX];
    int ncalls;
    char message[BYTES_MAX + SHIFTS];
} world;

/* Replaces MPI's function: there is no MPI that needs progress. */
int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag,
                MPI_Status *status)
{
    (void)source, (void)tag, (void)comm, (void)status;
    *flag = 0;
    return MPI_SUCCESS;
}

static void *memory(size_t bytes)
{
    size_t align = _Alignof(struct sb_area);
    size_t whole = (bytes + align - 1) / align * align;
    void *p = aligned_alloc(align, whole);

    if (p == NULL)
        exit(EXIT_FAILURE);
    return memset(p, 0, whole);
}

static void make_region(struct shmbcast_auto *h)
{
    struct sb_region *g =
        memory(sizeof(*g) + (size_t)h->size * sizeof(g->parts[0]));

    g->number = h->nregions = 1;
    for (int r = 0; r < h->size; r++)
        g->parts[r] = (struct sb_part){.base = memory(BYTES_MAX + 1),
                                       .bytes = BYTES_MAX + 1};
    h->regions = g;
}

static void make_world(int ranks, int group, int ncalls)
{
    struct shmbcast_auto *h = &world.h;

    world.ncalls = ncalls;
    for (size_t i = 0; i < sizeof(world.message); i++)
        world.message[i] = (char)(i * i / 7 + i);
    for (int r = 0; r < ranks; r++) {
        world.leaders[r] = group > 0 ? r / group * group : 0;
        world.pids[r] = getpid();
    }
    h->size = ranks;
    h->leaders = world.leaders;
    h->pids = world.pids;
    h->can_pull = true;
    h->waiter.oversubscribed = true;
    h->stream = STREAM;
    h->owed = -1;
    h->params = (struct shmbcast_auto_params){
        .slot = SHMBCAST_AUTO_SLOT_MAX, .direct = 96 << 10, .pull = PULL};
    if (sb_table_parse(h->params.dense,
                       "slot:4Ki,buffer:8Ki,ring-part:64Ki,"
                       "ring:128Ki,pull-fine",
                       false) != 0)
        exit(EXIT_FAILURE);
    h->messages.basic[0] = (struct sb_basic){.type = MPI_BYTE, .size = 1};
    h->line_most = SB_LINE_BYTES;
    h->ring = RING;
    h->ring_at = sizeof(struct sb_area);
    h->stride = h->ring_at + h->ring;
    h->areas = memory(h->stride * (size_t)ranks);
    make_region(h);
}

static void free_world(void)
{
    for (int r = 0; r < world.h.size; r++)
        free(world.h.regions->parts[r].base);
    free(world.h.regions);
    free(world.h.areas);
}

static size_t draw(unsigned *seed, size_t n)
{
    return (size_t)rand_r(seed) % n;
}

/* Sets the next call at random. The root often stays the same. */
static void next_call(struct call *c, unsigned *seed)
{
    static const size_t most[] = {64,   600,       SHMBCAST_AUTO_SLOT_MAX,
                                  PART, BYTES_MAX, BYTES_MAX};
    size_t n = draw(seed, most[draw(seed, 6)] + 1);

    if (draw(seed, 8) == 0)
        c->root = (int)draw(seed, (size_t)world.h.size);
    for (int r = 0; r < world.h.size; r++) {
        size_t odd = draw(seed, 16), other = draw(seed, n + 1);

        c->bytes[r] = odd == 0   ? 0
                      : odd == 1 ? other
                      : odd == 2 ? BYTES_MAX
                                 : n;
        c->in_region[r] = draw(seed, 4) != 0;
    }
    c->bytes[c->root] = n;
}

static void wrong(int rank, int number, const char *what)
{
    printf("rank %d, call %d: wrong %s\n", rank, number, what);
    fflush(stdout);
    _exit(EXIT_FAILURE);
}

/* Checks that the buffer has as much of the message as fits, and nothing
 * else. */
static void check(const struct call *c, int number, int rank, int rc,
                  const char *buf, const char *message)
{
    size_t sent = c->bytes[c->root], room = c->bytes[rank];
    size_t n = sent < room ? sent : room;

    if (rc != (room > 0 && sent > room ? MPI_ERR_TRUNCATE : MPI_SUCCESS))
        wrong(rank, number, "return code");
    if (memcmp(buf, message, n) != 0)
        wrong(rank, number, "bytes");
    if (rank != c->root && buf[n] != 0)
        wrong(rank, number, "byte behind the message");
}

static void bcast(struct shmbcast_auto *h, const struct call *c, int number,
                  char *private)
{
    const char *message = world.message + number % SHIFTS;
    char *buf =
        c->in_region[h->rank] ? h->regions->parts[h->rank].base : private;
    size_t room = c->bytes[h->rank];

    memset(buf, 0, room + 1);
    if (h->rank == c->root)
        memcpy(buf, message, room);
    check(c, number, h->rank,
          shmbcast_auto_bcast(buf, (MPI_Count)room, MPI_BYTE, c->root, h), buf,
          message);
}

/* The root's choice is by thresholds or by table; other ranks need not know
 * it. */
static void vary(struct shmbcast_auto *h, unsigned *seed)
{
    h->by_table = draw(seed, 2) == 0;
}

static void *run_rank(void *arg)
{
    struct shmbcast_auto h = world.h;
    struct call call = {0};
    unsigned seed = 1, own;
    char *private = memory(BYTES_MAX + 1);

    h.rank = *(const int *)arg;
    own = (unsigned)h.rank;
    h.mine = sb_area(&h, h.rank);
    h.alone = true;
    for (int r = 0; r < h.size; r++)
        if (r != h.rank && h.leaders[r] == h.leaders[h.rank])
            h.alone = false;
    for (int i = 1; i <= world.ncalls; i++) {
        next_call(&call, &seed);
        if (h.rank == call.root)
            vary(&h, &own);
        bcast(&h, &call, i, private);
    }
    sb_auto_settle(&h);
    free(private);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[RANKS_MAX];
    int ranks[RANKS_MAX], size = argc > 3 ? atoi(argv[1]) : 0;

    if (size < 2 || size > RANKS_MAX)
        return EXIT_FAILURE;
    alarm(TIME_LIMIT);
    make_world(size, atoi(argv[2]), atoi(argv[3]));
    if (argc > 5 && !race_seed(&world.h, argv[4], argv[5]))
        return EXIT_FAILURE;
    for (int r = 0; r < size; r++) {
        ranks[r] = r;
        if (pthread_create(&threads[r], NULL, run_rank, &ranks[r]) != 0)
            return EXIT_FAILURE;
    }
    for (int r = 0; r < size; r++)
        pthread_join(threads[r], NULL);
    printf("%d calls, %d ranks\n", world.ncalls, size);
    free_world();
    return EXIT_SUCCESS;
}
