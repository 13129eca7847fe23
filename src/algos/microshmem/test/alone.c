/* alone.c: a program that uses OpenSHMEM's names. */
/* SPDX-License-Identifier: BSD-3-Clause */
#define MICROSHMEM_NAMES
#include <microshmem.h>

#include <stdio.h>

int main(void)
{
    double value;
    int me, n, right;
    double *d;
    long *sum;

    shmem_init();
    me = shmem_my_pe();
    n = shmem_n_pes();
    d = shmem_malloc(sizeof(*d));
    sum = shmem_malloc((size_t)n * sizeof(*sum));
    value = me;
    right = (me + 1) % n;
    shmem_double_put(d, &value, 1, right);
    for (int pe = 0; pe < n; pe++)
        shmem_long_p(&sum[me], 10 * (me + 1), pe);
    shmem_fence();
    shmem_barrier_all();
    touch_double(*d);
    for (int pe = 1; pe < n; pe++)
        sum[0] += sum[pe];
    touch_long(sum[0]);
    if (me == 0)
        printf("%g %ld\n", *d, sum[0]);
    shmem_free(sum);
    shmem_free(d);
    shmem_finalize();
    return 0;
}
