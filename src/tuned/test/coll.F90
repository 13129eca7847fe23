! coll.F90: collectives in Fortran, with one of the three interfaces of MPI.
! SPDX-License-Identifier: BSD-3-Clause
!
! Built with -DMPIFH, -DUSE_MPI or -DUSE_MPI_F08; makes 20 calls of each of
! MPI_Allreduce, MPI_Reduce and MPI_Allgather of 50 integers, half of them in
! place, and of MPI_Barrier, and one more MPI_Allreduce.
program coll
#ifdef USE_MPI_F08
  use mpi_f08
#else
#ifdef USE_MPI
  use mpi
#endif
#endif
  implicit none
#ifdef MPIFH
  include 'mpif.h'
#endif
  integer, parameter :: n = 50, most = 10
  integer :: a(n), b(n), all(n * most)
  integer :: ierror, rank, size, root, i, j, sums, wrong, all_wrong

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  sums = size * (size - 1) / 2
  wrong = 0

  do i = 1, 10
    root = mod(i, size)
    a = [(j + i + rank, j = 1, n)]
    call MPI_Allreduce(a, b, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    wrong = wrong + count(b /= [((j + i) * size + sums, j = 1, n)])
    b = a
    call MPI_Allreduce(MPI_IN_PLACE, b, n, MPI_INTEGER, MPI_SUM, &
                       MPI_COMM_WORLD, ierror)
    wrong = wrong + count(b /= [((j + i) * size + sums, j = 1, n)])

    b = -1
    call MPI_Reduce(a, b, n, MPI_INTEGER, MPI_MAX, root, MPI_COMM_WORLD, ierror)
    if (rank == root) wrong = wrong + count(b /= a - rank + size - 1)
    b = a
    if (rank == root) then
      call MPI_Reduce(MPI_IN_PLACE, b, n, MPI_INTEGER, MPI_MAX, root, &
                      MPI_COMM_WORLD, ierror)
      wrong = wrong + count(b /= a - rank + size - 1)
    else
      call MPI_Reduce(a, b, n, MPI_INTEGER, MPI_MAX, root, MPI_COMM_WORLD, &
                      ierror)
      wrong = wrong + count(b /= a)
    end if

    all = -1
    call MPI_Allgather(a, n, MPI_INTEGER, all, n, MPI_INTEGER, MPI_COMM_WORLD, &
                       ierror)
    do j = 0, size - 1
      wrong = wrong + count(all(j * n + 1:j * n + n) /= a - rank + j)
    end do
    all = -1
    all(rank * n + 1:rank * n + n) = a
    call MPI_Allgather(MPI_IN_PLACE, n, MPI_INTEGER, all, n, MPI_INTEGER, &
                       MPI_COMM_WORLD, ierror)
    do j = 0, size - 1
      wrong = wrong + count(all(j * n + 1:j * n + n) /= a - rank + j)
    end do
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end do

  call MPI_Allreduce(wrong, all_wrong, 1, MPI_INTEGER, MPI_MAX, &
                     MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
  if (all_wrong /= 0) error stop 1
end program coll
