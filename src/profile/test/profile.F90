! profile.F90: calls in Fortran, with one of the three Fortran interfaces of MPI.
! SPDX-License-Identifier: BSD-3-Clause
!
! Built with -DMPIFH, -DUSE_MPI or -DUSE_MPI_F08.
program profile_calls
#ifdef USE_MPI_F08
  use mpi_f08
#define COMM type(MPI_Comm)
#define REQUEST type(MPI_Request)
#define OPTIONAL_IERROR
#else
#ifdef USE_MPI
  use mpi
#endif
#define COMM integer
#define REQUEST integer
#define OPTIONAL_IERROR , ierror
#endif
  implicit none
#ifdef MPIFH
  include 'mpif.h'
#endif
  integer, asynchronous :: a(4)
  double precision, asynchronous :: x(2), y(2)
  integer :: ierror, rank, size, i
  COMM :: world, part
  REQUEST :: r

  call MPI_Init(ierror)
  world = MPI_COMM_WORLD
  call MPI_Comm_rank(world, rank, ierror)
  call MPI_Comm_size(world, size, ierror)
  a = rank
  x = rank
  do i = 1, 2
    call MPI_Bcast(a, 3, MPI_INTEGER, i - 1, world OPTIONAL_IERROR)
  end do
  do i = 1, 3
    call MPI_Barrier(world OPTIONAL_IERROR)
  end do
  do i = 1, 4
    call MPI_Allreduce(x, y, 1, MPI_DOUBLE_PRECISION, MPI_SUM, world, ierror)
  end do
  do i = 1, 5
    call MPI_Allreduce(MPI_IN_PLACE, x, 2, MPI_DOUBLE_PRECISION, MPI_MAX, world, ierror)
  end do
  call MPI_Comm_split(world, merge(1, 0, rank > 0), rank, part, ierror)
  if (rank > 0) then
    call MPI_Iallreduce(x, y, 1, MPI_DOUBLE_PRECISION, MPI_SUM, part, r, ierror)
    call MPI_Wait(r, MPI_STATUS_IGNORE, ierror)
  end if
  call MPI_Comm_free(part, ierror)
  call MPI_Irecv(a, 2, MPI_INTEGER, mod(rank + size - 1, size), 1, world, r, ierror)
  call MPI_Send(a(3:4), 2, MPI_INTEGER, mod(rank + 1, size), 1, world, ierror)
  call MPI_Wait(r, MPI_STATUS_IGNORE, ierror)
  call MPI_Finalize(ierror)
end program profile_calls
