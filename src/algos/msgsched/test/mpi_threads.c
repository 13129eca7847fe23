/* mpi_threads.c: plans used by several threads. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "msgsched_mpi.h"

enum { N = 40 };

/* The array to which msgsched_waitsome() writes is write-protected. The first
 * write faults and blocks until another thread has waited for another plan. */
static struct {
    int *indices;
    size_t size;
    int begin[2], end[2]; /* pipes to and from the other thread */
    volatile sig_atomic_t faults;
} gate;

static void at_gate(int signal, siginfo_t *info, void *context)
{
    char c = 0;

    (void)context;
    if (info->si_addr != gate.indices || gate.faults++ > 0 ||
        write(gate.begin[1], &c, 1) != 1 || read(gate.end[0], &c, 1) != 1 ||
        mprotect(gate.indices, gate.size, PROT_READ | PROT_WRITE) != 0) {
        struct sigaction no = {.sa_handler = SIG_DFL};

        sigaction(signal, &no, NULL);
    }
}

static void *wait_for_other(void *plan)
{
    char c;

    EXPECT(read(gate.begin[0], &c, 1) == 1);
    EXPECT(msgsched_wait(plan) == MPI_SUCCESS);
    EXPECT(write(gate.end[1], &c, 1) == 1);
    return NULL;
}

static void gate_shut(void)
{
    gate.faults = 0;
    EXPECT(mprotect(gate.indices, gate.size, PROT_NONE) == 0);
}

/* Exchanges `plan` here, and `other`, for which another thread waits. */
static void exchange(struct msgsched_plan *plan, struct msgsched_plan *other)
{
    int out[N] = {0}, in[N], one = 1, got, times[N] = {0}, total = 0, n = 1;
    pthread_t thread;

    EXPECT(msgsched_start(plan, out, in) == MPI_SUCCESS);
    EXPECT(msgsched_start(other, &one, &got) == MPI_SUCCESS);
    EXPECT(pthread_create(&thread, NULL, wait_for_other, other) == 0);
    gate_shut();
    while (n > 0 && total <= N) {
        EXPECT(msgsched_waitsome(plan, &n, gate.indices) == MPI_SUCCESS);
        for (int i = 0; i < n; i++)
            times[gate.indices[i]]++;
        total += n;
    }
    EXPECT(gate.faults == 1);
    EXPECT(total == N);
    for (int i = 0; i < N; i++)
        EXPECT(times[i] == 1);
    pthread_join(thread, NULL);
    EXPECT(msgsched_wait(plan) == MPI_SUCCESS);
}

/* If another thread completes a receive while msgsched_waitsome() copies its
 * result, the next call returns that receive. */
void case_threads(void)
{
    struct sigaction ours = {.sa_sigaction = at_gate, .sa_flags = SA_SIGINFO};
    struct sigaction before;
    struct msgsched_plan *plan, *other;
    int provided;

    MPI_Query_thread(&provided);
    if (provided < MPI_THREAD_MULTIPLE) {
        test_skip("no MPI_THREAD_MULTIPLE");
        return;
    }
    plan = test_plan_self(N, "schedule=window inflight=1");
    other = test_plan_self(1, "schedule=window");
    gate.size = (size_t)sysconf(_SC_PAGESIZE);
    gate.indices = mmap(NULL, gate.size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    EXPECT(gate.indices != MAP_FAILED);
    EXPECT(pipe(gate.begin) == 0 && pipe(gate.end) == 0);
    sigaction(SIGSEGV, &ours, &before);
    for (int k = 0; k < 2; k++)
        exchange(plan, other);
    sigaction(SIGSEGV, &before, NULL);
    for (int i = 0; i < 2; i++) {
        close(gate.begin[i]);
        close(gate.end[i]);
    }
    munmap(gate.indices, gate.size);
    test_free(&plan);
    test_free(&other);
}
