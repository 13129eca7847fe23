# gains.gp: gains of merging by size.
set terminal svg size 720,420 font 'sans,11' background 'white'
set logscale xy
set grid
set xlabel 'bytes of a message'
set ylabel '`both` over the better of direct and window'
set arrow from graph 0, first 1 to graph 1, first 1 nohead dt 2
plot for [mpi in 'openmpi mpich'] sprintf("< grep '^%s ' %s", mpi, gains) \
    using 2:3 with linespoints lw 2 title mpi
