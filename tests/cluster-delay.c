/* cluster-delay.c: a network switch that delays every frame.
 *
 * cluster-delay US TAP...: a frame that arrives from one TAP device is sent to
 * others US microseconds later: to device N (from 0) if the last byte of its
 * address is N, or to all others if it is a broadcast. For kernels without
 * netem. Runs until it is killed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <fcntl.h>
#include <linux/if_tun.h>
#include <linux/sched/types.h>
#include <net/if.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PORTS = 16, FRAMES = 8192, FRAME_BYTES = 1536, ADDRESS_BYTES = 6 };

struct frame {
    int64_t due; /* when to send it, ns */
    int from;
    size_t bytes;
    unsigned char data[FRAME_BYTES];
};

/* First in, first out, since all frames have the same delay. If the queue is
 * full, frames that arrive are dropped, as switches do. */
struct queue {
    struct frame frames[FRAMES];
    size_t head, n;
};

static int64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static int tap_open(const char *name)
{
    struct ifreq request = {.ifr_flags = IFF_TAP | IFF_NO_PI};
    int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK);

    strncpy(request.ifr_name, name, sizeof(request.ifr_name) - 1);
    if (fd < 0 || ioctl(fd, TUNSETIFF, &request) != 0) {
        perror(name);
        exit(1);
    }
    return fd;
}

static void take(struct queue *q, int fd, int port, int64_t delay)
{
    struct frame spare, *f = &spare;
    ssize_t bytes;

    if (q->n < FRAMES)
        f = &q->frames[(q->head + q->n) % FRAMES];
    bytes = read(fd, f->data, sizeof(f->data));
    if (bytes < ADDRESS_BYTES || f == &spare)
        return;
    f->bytes = (size_t)bytes;
    f->from = port;
    f->due = now_ns() + delay;
    q->n++;
}

static void forward(const struct frame *f, const struct pollfd *ports, int n)
{
    int to = f->data[ADDRESS_BYTES - 1];
    int all = f->data[0] & 1;

    for (int i = 0; i < n; i++)
        if (i != f->from && (all || i == to) &&
            write(ports[i].fd, f->data, f->bytes) < 0)
            continue; /* the frame is lost, as on a real network */
}

/* Sends all frames that are due. Returns the time until the next one, or NULL
 * if there is none. */
static struct timespec *send_due(struct queue *q, const struct pollfd *ports,
                                 int n, struct timespec *left)
{
    while (q->n > 0) {
        const struct frame *f = &q->frames[q->head];
        int64_t ns = f->due - now_ns();

        if (ns > 0) {
            left->tv_sec = ns / 1000000000;
            left->tv_nsec = ns % 1000000000;
            return left;
        }
        forward(f, ports, n);
        q->head = (q->head + 1) % FRAMES;
        q->n--;
    }
    return NULL;
}

/* Ranks spin on every CPU. A process that asks for short slices is scheduled at
 * once and wakes up on time. */
static void be_prompt(void)
{
    struct sched_attr attr = {
        .size = sizeof(attr),
        .sched_nice = -10,
        .sched_runtime = 100000,
    };

    syscall(SYS_sched_setattr, 0, &attr, 0);
    prctl(PR_SET_TIMERSLACK, 1);
}

int main(int argc, char **argv)
{
    static struct queue q;
    struct pollfd ports[PORTS];
    struct timespec left;
    int n = argc - 2;
    int64_t delay;

    if (n < 2 || n > PORTS) {
        fprintf(stderr, "usage: cluster-delay US TAP TAP...\n");
        return 2;
    }
    delay = atoll(argv[1]) * 1000;
    for (int i = 0; i < n; i++)
        ports[i] = (struct pollfd){tap_open(argv[i + 2]), POLLIN, 0};
    be_prompt();
    while (ppoll(ports, (nfds_t)n, send_due(&q, ports, n, &left), NULL) >= 0)
        for (int i = 0; i < n; i++)
            if (ports[i].revents & POLLIN)
                take(&q, ports[i].fd, i, delay);
    perror("cluster-delay");
    return 1;
}
