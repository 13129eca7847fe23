#!/usr/bin/env python3
# heat.py [STEPS]: a program in mpi4py: heat on a plane, in strips, one a rank. Prints digests of
# what all ranks computed and of what they received in broadcasts.
# SPDX-License-Identifier: BSD-3-Clause
#
# Broadcasts: objects, arrays, a column (a derived type), in parts of the ranks and between
# two groups of them; roots change. Neighbours exchange rows, in the order of the step.
import hashlib
import sys

import numpy as np
from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, size = comm.rank, comm.size
received = hashlib.sha256()
steps = int(sys.argv[1]) if len(sys.argv) > 1 else 60
n, steps = comm.bcast({"n": 64, "steps": steps} if rank == 0 else None).values()

plane = np.zeros((n + 2, n))  # with a row of each neighbour
plane[1:-1] = np.random.default_rng(rank).random((n, n))
up, down = (rank - 1) % size, (rank + 1) % size
half = comm.Split(rank % 2, rank)
column = MPI.DOUBLE.Create_vector(n, 1, n).Commit()
between = None
if size > 1:
    between = half.Create_intercomm(0, comm, 1 - rank % 2, 9)


def exchange(step):
    sends = [(plane[1], up, 1), (plane[n], down, 2)]
    if step % 2 == 1:
        sends.reverse()
    requests = [comm.Irecv(plane[n + 1], down, 1), comm.Irecv(plane[0], up, 2)]
    requests += [comm.Isend(*send) for send in sends]
    MPI.Request.Waitall(requests)


def broadcast(step):
    root = step % size
    hottest = plane[1:-1].max(axis=1).argmax() + 1
    row = plane[hottest].copy() if rank == root else np.empty(n)
    comm.Bcast(row, root)
    block = plane[1:-1].copy() if rank == root else np.zeros((n, n))
    comm.Bcast([block, 1, column], root)
    own = np.full(8, step + comm.size, "i")
    half.Bcast(own, step % half.size)
    for data in row, block[:, 0].copy(), own:
        received.update(data.tobytes())
    if between is not None and step % 10 == 0:
        root = (MPI.ROOT if half.rank == 0 else MPI.PROC_NULL) if rank % 2 == 0 else 0
        received.update(repr(between.bcast(step, root)).encode())


for step in range(steps):
    exchange(step)
    plane[1:-1] += 0.1 * (plane[2:] + plane[:-2] - 2 * plane[1:-1])
    broadcast(step)

heat = comm.allreduce(plane[1:-1].sum())
column.Free()
digest = hashlib.sha256(plane[1:-1].tobytes() + received.digest()).hexdigest()
for r, line in enumerate(comm.gather(digest) or []):
    print(f"rank {r}: {line}")
if rank == 0:
    print(f"heat: {heat!r}")
