! bcast.F90: broadcasts in Fortran, with one of the three interfaces of MPI.
! SPDX-License-Identifier: BSD-3-Clause
!
! Built with -DMPIFH, -DUSE_MPI or -DUSE_MPI_F08; makes 30 calls on
! MPI_COMM_WORLD: 24 of a vector, 4 of a section, 2 with MPI_BOTTOM.
program bcast
#ifdef USE_MPI_F08
  use mpi_f08
#define COMM type(MPI_Comm)
#define DATATYPE type(MPI_Datatype)
#define OPTIONAL_IERROR
#else
#ifdef USE_MPI
  use mpi
#endif
#define COMM integer
#define DATATYPE integer
#define OPTIONAL_IERROR , ierror
#endif
  implicit none
#ifdef MPIFH
  include 'mpif.h'
#endif
  integer, parameter :: n = 5000
  integer, asynchronous :: a(n), grid(10, 10)
  integer :: ierror, rank, size, root, i, j, wrong, all_wrong
  DATATYPE :: row, absolute, types(1)
  integer(MPI_ADDRESS_KIND) :: displs(1)
  COMM :: world

  call MPI_Init(ierror)
  world = MPI_COMM_WORLD
  call MPI_Comm_rank(world, rank, ierror)
  call MPI_Comm_size(world, size, ierror)
  wrong = 0

  do i = 1, 24
    root = mod(i, size)
    a = -1
    if (rank == root) a = [(j, j = i, i + n - 1)]
    call MPI_Bcast(a, n - i, MPI_INTEGER, root, world, ierror)
    if (ierror /= MPI_SUCCESS) wrong = wrong + 1
    wrong = wrong + count(a(:n - i) /= [(j, j = i, n - 1)])
  end do

  call MPI_Type_vector(10, 1, 10, MPI_INTEGER, row, ierror)
  call MPI_Type_commit(row, ierror)
  do i = 1, 4
    root = mod(i, size)
    grid = -1
    if (rank == root) grid(i, :) = i
    call MPI_Bcast(grid(i, 1), 1, row, root, world OPTIONAL_IERROR)
    if (any(grid(i, :) /= i) .or. count(grid == -1) /= 90) wrong = wrong + 1
  end do
  call MPI_Type_free(row, ierror)

  call MPI_Get_address(a, displs(1), ierror)
  types(1) = MPI_INTEGER
  call MPI_Type_create_struct(1, [n], displs, types, absolute, ierror)
  call MPI_Type_commit(absolute, ierror)
  do i = 1, 2
    a = -1
    if (rank == 0) a = i
    call MPI_Bcast(MPI_BOTTOM, 1, absolute, 0, world, ierror)
    call MPI_Get_address(a, displs(1), ierror) ! the address changes
    wrong = wrong + count(a /= i)
  end do
  call MPI_Type_free(absolute, ierror)

  call MPI_Allreduce(wrong, all_wrong, 1, MPI_INTEGER, MPI_MAX, world, ierror)
  call MPI_Finalize(ierror)
  if (all_wrong /= 0) error stop 1
end program bcast
