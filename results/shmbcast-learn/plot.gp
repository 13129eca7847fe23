# plot.gp: the picture `name` of points in `data`, a line "CURVE X Y [LO HI]" each,
# separated by tabs. limit: how much slower than the best rival is too slow.
set terminal svg size 820,460 font 'sans,11' background 'white'
set datafile separator "\t"
set grid
set key outside right
curves = system(sprintf("cut -f1 '%s' | sort -u | tr ' ' '_' | tr '\\n' ' '", data))
points(curve) = sprintf("< awk -F '\\t' -v c='%s' '{ k = $1; gsub(/ /, \"_\", k) } k == c' '%s'", curve, data)
title(curve) = system(sprintf("echo '%s' | tr '_' ' '", curve))
if (name eq 'flip') {
    set xlabel 'calls after the flip'
    set ylabel 'time of a call / the better way'
    set logscale y
    set yrange [0.8:10]
    set ytics (0.8, 1, 1.5, 2, 3, 5, 10)
} else {
    set logscale xy
    set xrange [0.8:20971520]
    set xlabel 'bytes of a message'
    set xtics ('1' 1, '8' 8, '64' 64, '512' 512, '4 Ki' 4096, '32 Ki' 32768, \
        '256 Ki' 262144, '2 Mi' 2097152, '16 Mi' 16777216)
}
if (name eq 'native') {
    set ylabel 'times faster than native'
    set yrange [0.5:16]
    set ytics (0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 16)
    set arrow from graph 0, first 1 to graph 1, first 1 nohead dt 2
} else {
    set arrow from graph 0, first limit to graph 1, first limit nohead dt 2
}
if (name eq 'best') {
    set ylabel 'time / the best rival'
    set yrange [0.5:2]
    set ytics (0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.5, 2)
    plot for [c in curves] points(c) using 2:3:4:5 with yerrorlines lw 1.5 title title(c)
} else {
    plot for [c in curves] points(c) using 2:3 with linespoints lw 1.5 title title(c)
}
