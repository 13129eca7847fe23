/* double.c: what takes longer, how much, and when. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "double.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { PARTS = 2, PAGE = 4096 };

/* What is in the file. Nothing else is told by it, so all is relaxed. */
struct control {
    _Atomic uint32_t slow, times[PARTS];
};

static struct {
    bool ready;
    struct cost {
        uint64_t ns, page_ns;
    } costs[PARTS];
    struct control *control, own;
} machine = {.own = {.slow = DOUBLE_PULL | DOUBLE_RING}};

static void refuse(const char *name, const char *why)
{
    fprintf(stderr, "double: %s: %s\n", name, why);
    abort();
}

static struct cost cost_of(const char *name)
{
    const char *text = getenv(name);
    struct cost c = {0};
    char end;

    if (text != NULL &&
        sscanf(text, "%" SCNu64 ":%" SCNu64 "%c", &c.ns, &c.page_ns, &end) != 2)
        refuse(name, "not NS:NS");
    return c;
}

/* Whoever makes the file makes it of zeros, which is what all want. */
static struct control *control_map(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT, 0600);
    void *at = MAP_FAILED;

    if (fd >= 0 && ftruncate(fd, sizeof(struct control)) == 0)
        at = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE,
                  MAP_SHARED, fd, 0);
    if (at == MAP_FAILED)
        refuse(path, "cannot be mapped");
    close(fd);
    return at;
}

static struct control *control(void)
{
    const char *path = getenv("DOUBLE_SWITCH");

    if (machine.ready)
        return machine.control;
    machine.control = path != NULL ? control_map(path) : &machine.own;
    machine.costs[0] = cost_of("DOUBLE_PULL");
    machine.costs[1] = cost_of("DOUBLE_RING");
    machine.ready = true;
    return machine.control;
}

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void double_slow(enum double_part part, size_t nbytes)
{
    struct control *c = control();
    const struct cost *cost = &machine.costs[part - 1];
    uint64_t end;

    if ((cost->ns == 0 && cost->page_ns == 0) ||
        (atomic_load_explicit(&c->slow, memory_order_relaxed) & part) == 0)
        return;
    end = now_ns() + cost->ns + (nbytes + PAGE - 1) / PAGE * cost->page_ns;
    atomic_fetch_add_explicit(&c->times[part - 1], 1, memory_order_relaxed);
    while (now_ns() < end)
        ;
}

void double_switch(unsigned parts)
{
    atomic_store_explicit(&control()->slow, parts, memory_order_relaxed);
}

uint32_t double_times(enum double_part part)
{
    return atomic_load_explicit(&control()->times[part - 1],
                                memory_order_relaxed);
}
