/* halo.c: heat on a plane, in several fields, with halo exchange by
 * msgsched. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every field is a periodic plane, divided into one block per rank. In each
 * step a rank sends the rim of its block of every field to its four neighbours.
 * The program runs the same steps twice, with MPI_Irecv, MPI_Isend, MPI_Waitall
 * and with msgsched, and compares checksums of all cells.
 *
 * mpiexec -n 4 ./halo [NAME=VALUE]...: n (cells along a side), fields, steps,
 * or an option of msgsched(3): mpiexec -n 4 ./halo fields=50 schedule=merge
 */
#include <mpi.h>
#include <msgsched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Direction of a neighbour; as a tag, direction of a message. */
enum { UP, DOWN, LEFT, RIGHT, SIDES };

struct halo {
    int n, fields, steps; /* the plane has n x n cells */
    struct msgsched_options options;
    /* This rank's block: w x h cells from (x0, y0) on, with a rim of one
     * cell. */
    MPI_Comm comm;
    int rank, neighbor[SIDES], x0, y0, w, h;
    size_t cells; /* bytes of a field's block, with its rim */
    MPI_Datatype row, column;
    struct msgsched_message *sends, *recvs;
    struct msgsched_plan *plan; /* for the one way */
    MPI_Request *requests;      /* for the other */
};

/* ---- the computation --------------------------------------------------- */

static size_t at(const struct halo *s, int field, int x, int y)
{
    return (size_t)field * s->cells + (size_t)y * (size_t)(s->w + 2) +
           (size_t)x;
}

/* Initial values; any pattern that differs from cell to cell will do. */
static void fill(const struct halo *s, double *now)
{
    for (int f = 0; f < s->fields; f++)
        for (int y = 1; y <= s->h; y++)
            for (int x = 1; x <= s->w; x++) {
                uint32_t cell = (uint32_t)((s->y0 + y) * s->n + s->x0 + x);

                now[at(s, f, x, y)] = (cell * 2654435761u + (uint32_t)f) % 1000;
            }
}

static void diffuse(const struct halo *s, const double *now, double *next)
{
    size_t up = (size_t)s->w + 2;

    for (int f = 0; f < s->fields; f++)
        for (int y = 1; y <= s->h; y++)
            for (int x = 1; x <= s->w; x++) {
                size_t i = at(s, f, x, y);

                next[i] = now[i] + 0.1 / (1 + f % 4) *
                                       (now[i - 1] + now[i + 1] + now[i - up] +
                                        now[i + up] - 4 * now[i]);
            }
}

/* ---- two ways to exchange the halos ------------------------------------- */

static int plain(struct halo *s, double *now)
{
    int n = 0;

    for (int i = 0; i < SIDES * s->fields; i++) {
        const struct msgsched_message *m = &s->recvs[i];

        MPI_Irecv((char *)now + m->displ, (int)m->count, m->type, m->peer,
                  m->tag, s->comm, &s->requests[n++]);
    }
    for (int i = 0; i < SIDES * s->fields; i++) {
        const struct msgsched_message *m = &s->sends[i];

        MPI_Isend((char *)now + m->displ, (int)m->count, m->type, m->peer,
                  m->tag, s->comm, &s->requests[n++]);
    }
    return MPI_Waitall(n, s->requests, MPI_STATUSES_IGNORE);
}

static int scheduled(struct halo *s, double *now)
{
    int rc = msgsched_start(s->plan, now, now);

    return rc == MPI_SUCCESS ? msgsched_wait(s->plan) : rc;
}

/* Checksum of all cells; does not depend on the number of ranks. */
static uint64_t checksum(const struct halo *s, const double *now)
{
    uint64_t bits, mine = 0, sum;

    for (int f = 0; f < s->fields; f++)
        for (int y = 1; y <= s->h; y++)
            for (int x = 1; x <= s->w; x++) {
                int cell = (s->y0 + y) * s->n + s->x0 + x;

                memcpy(&bits, &now[at(s, f, x, y)], sizeof(bits));
                mine += bits * (2 * (uint64_t)cell + 1);
            }
    MPI_Allreduce(&mine, &sum, 1, MPI_UINT64_T, MPI_SUM, s->comm);
    return sum;
}

/* Runs all steps. Returns the checksum and the slowest rank's seconds. */
static uint64_t run(struct halo *s, int (*exchange)(struct halo *, double *),
                    double *most)
{
    size_t n = (size_t)s->fields * s->cells;
    double *cells = calloc(2 * n, sizeof(*cells)), *now = cells, seconds;
    uint64_t sum;

    if (cells == NULL)
        MPI_Abort(s->comm, 1);
    fill(s, now);
    MPI_Barrier(s->comm);
    seconds = -MPI_Wtime();
    for (int step = 0; step < s->steps; step++) {
        double *next = now == cells ? cells + n : cells;

        if (exchange(s, now) != MPI_SUCCESS)
            MPI_Abort(s->comm, 1);
        diffuse(s, now, next);
        now = next;
    }
    seconds += MPI_Wtime();
    MPI_Allreduce(&seconds, most, 1, MPI_DOUBLE, MPI_MAX, s->comm);
    sum = checksum(s, now);
    free(cells);
    return sum;
}

/* ---- the messages ----------------------------------------------------- */

/* Datatype of a field's row or column, to send to a neighbour or to receive. */
static struct msgsched_message message(const struct halo *s, int field,
                                       int side, int tag, const int *from)
{
    return (struct msgsched_message){
        .peer = s->neighbor[side],
        .tag = tag,
        .count = 1,
        .type = side == UP || side == DOWN ? s->row : s->column,
        .displ = (MPI_Aint)(at(s, field, from[0], from[1]) * sizeof(double))};
}

static void list_messages(struct halo *s)
{
    static const int opposite[SIDES] = {DOWN, UP, RIGHT, LEFT};
    const int rim[SIDES][2] = {{1, 1}, {1, s->h}, {1, 1}, {s->w, 1}};
    const int halo[SIDES][2] = {{1, 0}, {1, s->h + 1}, {0, 1}, {s->w + 1, 1}};

    for (int f = 0; f < s->fields; f++)
        for (int side = 0; side < SIDES; side++) {
            int i = f * SIDES + side;

            s->sends[i] = message(s, f, side, side, rim[side]);
            s->recvs[i] = message(s, f, side, opposite[side], halo[side]);
        }
}

static void cut_plane(struct halo *s)
{
    int size, dims[2] = {0, 0}, wraps[2] = {1, 1}, my[2];

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    s->n = s->n < dims[0] ? dims[0] : s->n; /* a cell for each rank */
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, wraps, 0, &s->comm);
    MPI_Comm_rank(s->comm, &s->rank);
    MPI_Cart_coords(s->comm, s->rank, 2, my);
    MPI_Cart_shift(s->comm, 0, 1, &s->neighbor[UP], &s->neighbor[DOWN]);
    MPI_Cart_shift(s->comm, 1, 1, &s->neighbor[LEFT], &s->neighbor[RIGHT]);
    s->y0 = s->n * my[0] / dims[0];
    s->x0 = s->n * my[1] / dims[1];
    s->h = s->n * (my[0] + 1) / dims[0] - s->y0;
    s->w = s->n * (my[1] + 1) / dims[1] - s->x0;
    s->cells = (size_t)(s->w + 2) * (size_t)(s->h + 2);
}

static void open_halo(struct halo *s)
{
    size_t n;

    cut_plane(s);
    n = (size_t)s->fields * SIDES;
    MPI_Type_contiguous(s->w, MPI_DOUBLE, &s->row);
    MPI_Type_vector(s->h, 1, s->w + 2, MPI_DOUBLE, &s->column);
    MPI_Type_commit(&s->row);
    MPI_Type_commit(&s->column);
    s->sends = calloc(n, sizeof(*s->sends));
    s->recvs = calloc(n, sizeof(*s->recvs));
    s->requests = calloc(2 * n, sizeof(MPI_Request));
    if (s->sends == NULL || s->recvs == NULL || s->requests == NULL)
        MPI_Abort(s->comm, 1);
    list_messages(s);
}

static void close_halo(struct halo *s)
{
    free(s->sends);
    free(s->recvs);
    free(s->requests);
    MPI_Type_free(&s->row);
    MPI_Type_free(&s->column);
    MPI_Comm_free(&s->comm);
}

/* ---- the program -------------------------------------------------------- */

/* Parses NAME=VALUE. Returns an error text or NULL. */
static const char *set(struct halo *s, char *arg)
{
    struct {
        const char *name;
        int *value;
    } own[] = {{"n", &s->n}, {"fields", &s->fields}, {"steps", &s->steps}};
    char *value = strchr(arg, '=');
    const char *why = NULL;

    if (value == NULL)
        return "not NAME=VALUE";
    *value++ = '\0';
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        if (strcmp(arg, own[i].name) == 0) {
            *own[i].value = atoi(value);
            return *own[i].value > 0 ? NULL : "must be above 0";
        }
    return msgsched_options_parse(&s->options, arg, value, &why) != 0 ? why
                                                                      : NULL;
}

/* Runs both ways and compares their results. */
static bool compare(struct halo *s)
{
    struct msgsched_info info;
    double seconds[2];
    uint64_t sums[2];

    sums[0] = run(s, plain, &seconds[0]);
    sums[1] = run(s, scheduled, &seconds[1]);
    msgsched_info(s->plan, &info);
    if (s->rank == 0) {
        printf("plain     %.6f s, %lld messages per step from rank 0\n",
               seconds[0], (long long)info.messages);
        printf("%-9s %.6f s, %lld messages, planned in %.6f s\n",
               msgsched_schedule_name(info.schedule), seconds[1],
               (long long)info.wire_messages, info.plan_seconds);
        printf("checksums %016llx %016llx\n", (unsigned long long)sums[0],
               (unsigned long long)sums[1]);
    }
    return sums[0] == sums[1];
}

/* Makes the plan and runs. Returns the program's exit status. */
static int plan_and_compare(struct halo *s)
{
    int n = SIDES * s->fields, status;
    struct msgsched_failure why;
    char text[200];

    if (msgsched_plan(s->comm, n, s->sends, n, s->recvs, &s->options, &s->plan,
                      &why) != MPI_SUCCESS) {
        msgsched_failure_text(&why, text, sizeof(text));
        if (s->rank == 0)
            fprintf(stderr, "halo: %s\n", text);
        return 1;
    }
    status = compare(s) ? 0 : 1;
    msgsched_free(&s->plan);
    return status;
}

int main(int argc, char **argv)
{
    struct halo s = {.n = 256, .fields = 20, .steps = 100};
    const char *why = NULL;
    int status = 2, i = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
    s.options = msgsched_options_default();
    while (i < argc && (why = set(&s, argv[i])) == NULL)
        i++;
    if (why != NULL && s.rank == 0)
        fprintf(stderr, "halo: '%s': %s\n", argv[i], why);
    if (why == NULL) {
        open_halo(&s);
        status = plan_and_compare(&s);
        close_halo(&s);
    }
    MPI_Finalize();
    return status;
}
