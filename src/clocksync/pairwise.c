/* pairwise.c: clock exchanges between two ranks, the basis of all methods.
 *
 * The client reads its clock, sends a request, and reads its clock again when
 * the answer arrives. However slow the network, the reference reads its clock
 * between these two readings, so each exchange bounds the offset on both sides.
 * The intersection of all bounds is the envelope (SKaMPI). The fastest exchange
 * gives the offset. Cost: d plus a few round trips. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocksync/pairwise.h"

#include <float.h>
#include <math.h>
#include "mpi/patient.h"

enum { TAG_READY = 1, TAG_ASK, TAG_ANSWER };
enum { MAX_EXCHANGES = 20000, MIN_EXCHANGES = 8 };

static double clamp(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

/* Widens bounds that are `seconds` old by the maximum drift in that time. */
static void envelope_age(struct pair_offset *p, double seconds)
{
    p->lo -= PAIR_MAX_DRIFT * fabs(seconds);
    p->hi += PAIR_MAX_DRIFT * fabs(seconds);
}

bool pair_add(struct pair_offset *p, const struct exchange *x, double grain)
{
    double rtt = x->received - x->asked;
    double middle = x->asked + rtt / 2;
    bool smaller = p->exchanges == 0 || rtt < p->rtt;
    /* margin for the rounding of seconds to double */
    double margin = grain + DBL_EPSILON * (fabs(x->answered) + fabs(middle));
    struct pair_offset one = {
        .lo = x->answered - x->received - margin,
        .hi = x->answered - x->asked + margin,
    };

    if (smaller) {
        if (p->exchanges > 0)
            envelope_age(p, middle - p->epoch);
        p->rtt = rtt;
        p->epoch = middle;
        p->offset = x->answered - middle;
    } else {
        envelope_age(&one, middle - p->epoch);
    }
    if (p->exchanges == 0 || one.lo > p->lo)
        p->lo = one.lo;
    if (p->exchanges == 0 || one.hi < p->hi)
        p->hi = one.hi;
    p->offset = clamp(p->offset, p->lo, p->hi);
    p->exchanges++;
    return smaller;
}

double pair_bound(const struct pair_offset *p)
{
    /* If a clock was set, the envelope is empty, and this is about the size of
     * the gap. */
    return fmax(fabs(p->hi - p->offset), fabs(p->offset - p->lo));
}

/* Two ranks that share a core, while other ranks keep the other cores busy,
 * answer once per time slice, and the scheduler leaves them there. So a rank
 * that waits much longer than a network takes goes to sleep, and wakes up on a
 * free core. */
static const double alert_seconds = 200e-6, alert_factor = 4;

/* Polls without sleeping for `seconds`, then waits patiently. */
static int wait_after(MPI_Request *request, const struct clock *clock,
                      double seconds)
{
    ticks_t end = clock_read(clock) + clock_ticks(clock, seconds);

    do {
        int done = 0;
        int rc = MPI_Test(request, &done, MPI_STATUS_IGNORE);

        if (rc != MPI_SUCCESS || done)
            return rc;
    } while (clock_read(clock) < end);
    return patient_wait(request);
}

static int pair_recv(void *buf, MPI_Datatype type, int other, int tag,
                     MPI_Comm comm, const struct clock *clock, double usual)
{
    MPI_Request request;
    int rc = MPI_Irecv(buf, 1, type, other, tag, comm, &request);

    if (rc != MPI_SUCCESS)
        return rc;
    return wait_after(&request, clock, alert_seconds + alert_factor * usual);
}

static int exchange_once(MPI_Comm comm, int reference,
                         const struct clock *clock, double usual,
                         struct exchange *x)
{
    int more = 1, rc;
    ticks_t asked = clock_read(clock), received;

    rc = MPI_Send(&more, 1, MPI_INT, reference, TAG_ASK, comm);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = pair_recv(&x->answered, MPI_DOUBLE, reference, TAG_ANSWER, comm, clock,
                   usual);
    received = clock_read(clock);
    x->asked = clock_seconds(clock, asked);
    x->received = clock_seconds(clock, received);
    return rc;
}

int pair_client(MPI_Comm comm, int reference, const struct clock *clock, int d,
                struct pair_offset *out)
{
    struct pair_offset p = {0};
    double grain = timer_resolution(clock), start = 0;
    int rc, ready, stop = 0, unimproved = 0;

    rc = patient_recv(&ready, 1, MPI_INT, reference, TAG_READY, comm);
    while (rc == MPI_SUCCESS && unimproved < d && p.exchanges < MAX_EXCHANGES) {
        struct exchange x;

        rc = exchange_once(comm, reference, clock, p.rtt, &x);
        if (rc != MPI_SUCCESS)
            return rc;
        if (p.exchanges == 0)
            start = x.asked;
        unimproved = pair_add(&p, &x, grain) ? 0 : unimproved + 1;
        if (p.exchanges >= MIN_EXCHANGES &&
            x.received - start > PAIR_MAX_SECONDS)
            break;
    }
    if (rc == MPI_SUCCESS)
        rc = MPI_Send(&stop, 1, MPI_INT, reference, TAG_ASK, comm);
    if (rc == MPI_SUCCESS)
        *out = p;
    return rc;
}

int pair_reference(MPI_Comm comm, int client, const struct clock *clock)
{
    double now = clock_seconds(clock, clock_read(clock)), usual = 0;
    int more = 1;
    int rc = MPI_Send(&more, 1, MPI_INT, client, TAG_READY, comm);

    while (rc == MPI_SUCCESS) {
        double before = now;

        rc = pair_recv(&more, MPI_INT, client, TAG_ASK, comm, clock, usual);
        if (rc != MPI_SUCCESS || !more)
            break;
        now = clock_seconds(clock, clock_read(clock));
        if (usual <= 0 || now - before < usual)
            usual = now - before;
        rc = MPI_Send(&now, 1, MPI_DOUBLE, client, TAG_ANSWER, comm);
    }
    return rc;
}
