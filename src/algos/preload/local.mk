# preload: what libraries share that stand in front of a program's MPI.
preload_front = \
	%D%/front.c %D%/front.h
