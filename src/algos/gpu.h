/* gpu.h: the driver of GPUs that a process has, if any: of CUDA. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ALGOS_GPU_H
#define ALGOS_GPU_H

/* The driver's call that says what memory is; NULL: none is loaded yet. */
typedef int al_gpu_fn(void *data, int attribute, unsigned long long pointer);
al_gpu_fn *al_gpu_driver(void);

#endif /* ALGOS_GPU_H */
