# errors.gp: which share of the errors is below which.
set terminal svg size 900,640 background "white"
set output "errors.svg"
set datafile separator ","
set logscale x
set xrange [0.001:10]
set yrange [0:1]
set format x "%g"
set grid
set key bottom right
set multiplot layout 2,2
do for [mpi in "openmpi mpich"] { do for [hosts in "2 4"] {
    set title mpi . ", " . hosts . " hosts"
    set xlabel "error, us"
    set ylabel "share of ranks and repetitions"
    plot for [method in "linear ring auto hca3"] \
        sprintf("< awk -F, '$4 > 0 && NR > 1 { e = $5 < 0 ? -$5 : $5; print e * 1e6 }' %s-%s-%s.csv", mpi, hosts, method) \
        using 1:(1.0) smooth cnormal linewidth 2 title method
} }
