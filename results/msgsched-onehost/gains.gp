# gains.gp: gains of merging by size.
set terminal svg noenhanced size 720,420 font 'sans,11' background 'white'
set logscale xy
set yrange [0.5:*]
set grid
set xtics ('8' 8, '64' 64, '256' 256, '1Ki' 1024, '4Ki' 4096, '16Ki' 16384, \
    '64Ki' 65536, '256Ki' 262144)
set ytics (0.5, 1, 2, 5, 10, 20, 50, 100)
set xlabel 'size of a message, bytes'
set ylabel 'speed-up: the better of direct and window / both'
set arrow from graph 0, first 1 to graph 1, first 1 nohead dt 2
plot for [mpi in 'openmpi mpich'] sprintf("< grep '^%s ' %s", mpi, gains) \
    using 2:3 with linespoints lw 2 title mpi
