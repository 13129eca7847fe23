! halo.F90: messages in Fortran, with one of the three Fortran interfaces of MPI.
! SPDX-License-Identifier: BSD-3-Clause
!
! Built with -DMPIFH, -DUSE_MPI or -DUSE_MPI_F08. Each rank sends to the next
! rank: five times 10 integers, three times 2 and 3 by persistent requests, twice
! 5 in a duplicated communicator. Then all other ranks send one to rank 0.
program halo
#ifdef USE_MPI_F08
  use mpi_f08
#define COMM type(MPI_Comm)
#define REQUEST type(MPI_Request)
#define STATUS type(MPI_Status)
#define SOURCE(s) s%MPI_SOURCE
#define OPTIONAL_IERROR
#else
#ifdef USE_MPI
  use mpi
#endif
#define COMM integer
#define REQUEST integer
#define STATUS integer, dimension(MPI_STATUS_SIZE)
#define SOURCE(s) s(MPI_SOURCE)
#define OPTIONAL_IERROR , ierror
#endif
  implicit none
#ifdef MPIFH
  include 'mpif.h'
#endif
  integer, asynchronous :: a(10), b(10), c(10), one
  integer :: ierror, rank, size, next, previous, i, n, indices(4), wrong
  logical :: flag
  REQUEST :: r(4), none
  STATUS :: s
  COMM :: world, mine

  call MPI_Init(ierror)
  world = MPI_COMM_WORLD
  call MPI_Comm_rank(world, rank, ierror)
  call MPI_Comm_size(world, size, ierror)
  next = mod(rank + 1, size)
  previous = mod(rank + size - 1, size)
  none = MPI_REQUEST_NULL
  wrong = 0

  do i = 1, 5
    a = 100 * rank + i
    call MPI_Irecv(b, 10, MPI_INTEGER, MPI_ANY_SOURCE, 1, world, r(1), ierror)
    call MPI_Isend(a, 10, MPI_INTEGER, next, 1, world, r(2), ierror)
    if (i == 1) then
      call MPI_Wait(r(1), s, ierror)
      if (SOURCE(s) /= previous) wrong = wrong + 1
      call MPI_Wait(r(2), MPI_STATUS_IGNORE OPTIONAL_IERROR)
    else if (i == 2) then
      flag = .false.
      do while (.not. flag)
        call MPI_Testall(2, r, flag, MPI_STATUSES_IGNORE, ierror)
      end do
    else if (i == 3) then
      n = 0
      do while (n < 2)
        call MPI_Waitany(2, r, indices(1), s, ierror)
        if (indices(1) == 1 .and. SOURCE(s) /= previous) wrong = wrong + 1
        n = n + 1
      end do
    else if (i == 4) then
      n = 0
      do while (r(1) /= none .or. r(2) /= none)
        call MPI_Waitsome(2, r, n, indices, MPI_STATUSES_IGNORE, ierror)
        if (minval(indices(:n)) < 1 .or. maxval(indices(:n)) > 2) &
          wrong = wrong + 1
      end do
    else
      call MPI_Waitall(2, r, MPI_STATUSES_IGNORE, ierror)
    end if
    if (any(b /= 100 * previous + i)) wrong = wrong + 1
    if (r(1) /= none .or. r(2) /= none) wrong = wrong + 1
  end do

  call MPI_Recv_init(b, 2, MPI_INTEGER, previous, 2, world, r(1), ierror)
  call MPI_Recv_init(c, 3, MPI_INTEGER, previous, 3, world, r(2), ierror)
  call MPI_Send_init(a, 2, MPI_INTEGER, next, 2, world, r(3), ierror)
  call MPI_Ssend_init(a, 3, MPI_INTEGER, next, 3, world, r(4), ierror)
  do i = 1, 3
    a = 1000 * rank + i
    call MPI_Startall(3, r, ierror)
    call MPI_Start(r(4), ierror)
    call MPI_Waitall(4, r, MPI_STATUSES_IGNORE, ierror)
    if (any(b(:2) /= 1000 * previous + i)) wrong = wrong + 1
    if (any(c(:3) /= 1000 * previous + i)) wrong = wrong + 1
  end do
  do i = 1, 4
    call MPI_Request_free(r(i), ierror)
  end do

  call MPI_Comm_dup(world, mine, ierror)
  do i = 1, 2
    call MPI_Sendrecv(a, 5, MPI_INTEGER, next, 4, b, 5, MPI_INTEGER, &
                      previous, 4, mine, s, ierror)
    if (SOURCE(s) /= previous) wrong = wrong + 1
  end do
  call MPI_Comm_free(mine, ierror)

  call MPI_Barrier(world, ierror)
  one = rank
  if (rank > 0) then
    call MPI_Send(one, 1, MPI_INTEGER, 0, 0, world, ierror)
  else
    call MPI_Irecv(a, 1, MPI_INTEGER, MPI_ANY_SOURCE, 0, world, r(1), ierror)
    do i = 2, size - 1
      call MPI_Recv(b, 1, MPI_INTEGER, MPI_ANY_SOURCE, 0, world, &
                    MPI_STATUS_IGNORE OPTIONAL_IERROR)
    end do
    call MPI_Wait(r(1), s, ierror)
  end if

  call MPI_Allreduce(MPI_IN_PLACE, wrong, 1, MPI_INTEGER, MPI_MAX, world, &
                     ierror)
  call MPI_Finalize(ierror)
  if (wrong /= 0) error stop 1
end program halo
