# gains.gp: gains of reordering and merging, by application and network.
set terminal svg size 900,620 font 'sans,11' background 'white'
set multiplot layout 3,1 title sprintf('1 - t / t(direct), %%, %d nodes of 24 ranks', nodes)
set style data histograms
set style histogram clustered gap 2
set style fill solid 0.8 border -1
set grid ytics
set ytics format '%g %%'
set key outside right
do for [net in '"flat switch" "tree 2:1" "tree 4:1"'] {
    set title net
    plot for [i = 3:7] sprintf("< grep '^\"%s\"' %s", net, gains) \
        using i:xtic(2) title word('reorder merge both both/node auto', i - 2)
}
unset multiplot
