/* auto_race_seed.c: stand between the library and ThreadSanitizer's atomics. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A compiler with -fsanitize=thread makes a call of every atomic operation,
 * with its memory order as an argument, and the linker (--wrap) leads these
 * calls here. So one program, with the library compiled as it is, tries every
 * mistake. Now and then the processor is given away, so that ranks meet in
 * more ways than two cores would have them.
 */
#include <sched.h>
#include <string.h>

#include "auto_race.h"

static const struct word {
    const char *name;
    size_t from, bytes; /* in an area */
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
    const struct word *word; /* NULL: no mistake */
    const char *areas;
    size_t stride, bytes;
    bool release, acquire, blind;
} seeded;

bool race_seed(const struct shmbcast_auto *h, const char *mistake,
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

/* The compiler's names, behind the linker's; numbers are memory orders. */
uint64_t __real___tsan_atomic64_load(const volatile uint64_t *at, int order);
void __real___tsan_atomic64_store(volatile uint64_t *at, uint64_t v, int order);
uint64_t __real___tsan_atomic64_fetch_add(volatile uint64_t *at, uint64_t v,
                                          int order);
int __real___tsan_atomic64_compare_exchange_weak(volatile uint64_t *at,
                                                 uint64_t *seen, uint64_t v,
                                                 int order, int order_failed);
/* clang's; of the same meaning but that it returns what was seen */
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

/* The order that an access to [at] has, one that can be left out or not. */
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
