# plot.gp: `data`, lines "MPI BYTES RIVAL TIME", as evaluate.awk writes them.
set terminal svg noenhanced size 900,760 font 'sans,12' background 'white'
set datafile separator "\t"
set datafile missing NaN # lines go on over rows of others
set multiplot layout 2,1
set logscale x 2
set logscale y 2
set format x '%.0f'
set xtics ('1' 1, '8' 8, '64' 64, '512' 512, '4 Ki' 4096, '32 Ki' 32768, '256 Ki' 262144, '2 Mi' 2097152, '16 Mi' 16777216)
set ytics (0.5, 0.7, 1, 1.4, 2, 3, 4, 6, 8)
set yrange [0.7:8]
set xrange [1:2.2e7]
set grid
set key outside right
set xlabel 'bytes'
set ylabel 'time / that of shmbcast-auto'
names = "native 'MPI_Bcast' paper 'shmbcast, paper' default 'shmbcast' slot 'slot alone' ring 'ring alone' past 'ring-past alone' queue 'queue alone'"
colors = '#d62728 #8c564b #9467bd #1f77b4 #2ca02c #17becf #e377c2'
do for [mpi in '"Open MPI" "MPICH"'] {
    set title mpi.': geometric mean of six settings (3 ways to begin a launch, buffers warm or cold)'
    plot 1 title 'shmbcast-auto' lw 2 lc rgb 'black', \
        for [i = 1:7] data using (strcol(1) eq mpi && strcol(3) eq word(names, 2 * i - 1) ? $2 : NaN):4 \
        with linespoints lw 1.5 pt 7 ps 0.4 lc rgb word(colors, i) title word(names, 2 * i)
}
unset multiplot
