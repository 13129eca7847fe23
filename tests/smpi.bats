# smpi.bats: mpiperf on simulated clusters; for a build with CC=smpicc.
# SPDX-License-Identifier: BSD-3-Clause
bats_require_minimum_version 1.5.0

setup() {
    [ "$MPI_FLAVOUR" = smpi ] || skip "this build is not for SMPI"
    cd "$BATS_TEST_TMPDIR" || return 1
    seq -f 'node-%g' 0 1023 >hosts
}

simulate() { # RANKS ARGUMENT...; on $platform
    local ranks=$1 platform=${platform-$top_srcdir/results/smpi/fattree.xml}
    shift
    timeout -k 5 60 "$MPIEXEC" -quiet -no-privatize -np "$ranks" \
        -platform "$platform" -hostfile hosts \
        --cfg=smpi/simulate-computation:no --cfg=smpi/coll-selector:mpich \
        --cfg=smpi/bcast:binomial_tree --cfg=smpi/reduce:binomial \
        --cfg=smpi/allreduce:rdb ${settings-} --log=root.thresh:warning "$top_builddir/mpiperf" "$@"
}

@test "SMPI: the simulator's clock is taken, and needs no synchronization" {
    run -0 simulate 16 bcast -m 8 --preset quick -o r.jsonl
    run -0 jq -r 'select(.type == "run") | .timer.name, .clocksync.name,
        .nodes, .hosts[15]' r.jsonl
    [ "${lines[0]}" = simulated ]
    [ "${lines[2]}" = 16 ]
    [ "${lines[3]}" = node-15 ]
}

@test "SMPI: a real clock is refused with the reason" {
    run -1 simulate 2 bcast -m 8 --timer tsc
    [[ "$output" == *"tsc cannot be used here: time is simulated here"* ]]
}

@test "SMPI: shmbcast is refused, where ranks share a host too" {
    sed 's/.*/node-0/' hosts >one
    mv one hosts
    run -0 simulate 4 bcast:native,shmbcast -m 8 --preset quick -o r.jsonl
    [[ "$output" == *"no simulated time passes"* ]]
}

@test "SMPI: results are right" {
    run -0 simulate 16 bcast allreduce alltoall barrier -m 8,4096 \
        --preset quick --verify
}

@test "SMPI: a broadcast takes what a program by hand says, within 1 %" {
    run -0 timeout 120 "$top_srcdir/results/smpi/compare" \
        "$top_builddir/mpiperf" 64 8 65536
    [ "${#lines[@]}" = 2 ]
    for line in "${lines[@]}"; do
        read -r ranks _ hand _ percent <<<"$line"
        echo "$line"
        [ "$ranks" = 64 ]
        awk -v p="$percent" -v h="$hand" \
            'BEGIN { exit !(h > 0 && p > -1 && p < 1) }'
    done
}

@test "SMPI: messages that are merged take the time of their copies" {
    # 100 messages of 1,000 bytes and a line of 64 each, packed and unpacked
    local copy platform=xml
    printf 'node-0\nnode-1\n' >hosts
    for copy in 1e9 0.5e9; do
        "$top_srcdir/results/msgsched-figures/platform" 2 flat copy=$copy >xml
        run -0 simulate 2 exchange:direct,fixed -m 1000 --pattern=pair:100 \
            -P msgsched.tcopy=1Mi -P msgsched.fixed=1Mi -c 1 -R 1 -o $copy.jsonl
    done
    run -0 jq -rs 'map(select(.type == "case")) | group_by(.algo)[] |
        "\(.[0].algo) \(.[1].median - .[0].median)"' 1e9.jsonl 0.5e9.jsonl
    echo "$output"
    awk -v copied=$((2 * 100 * 1064)) '
        { expected = $1 == "fixed" ? copied * 1e-9 : 0
            off = $2 - expected
            bad += off > 1e-8 || off < -1e-8 }
        END { exit !(NR == 2 && bad == 0) }' <<<"$output"
}

@test "SMPI: barriers of shared arrays bring what was changed, by the same messages" {
    local n
    for n in 4 16; do
        run -0 simulate $n dsm-barrier:refnuma@touch=call,barrier \
            microshmem-put:microshmem -m 4Mi --touched=halo --changed=1024 -c 1 -R 3 \
            --verify -o $n.jsonl
        jq -es '.[-1].mismatches == 0' $n.jsonl
    done
    # A page to each of two neighbours, whatever the number of ranks; jq 1.7 would print
    # 2.0 as it is in the record, but for the sum
    run -0 jq -r 'select(.algo == "refnuma@touch=call") | .figures |
        "\(.messages + 0) \(.sent + 0)"' 4.jsonl 16.jsonl
    [ "${lines[*]}" = "2 8240 2 8240" ]
}

# tree HOSTS PER_SWITCH [PART...]: a platform of switches below one core. A PART is 3 times
# slower: node-N or sN, and -up or -down for one direction. $over: how many times less
# bandwidth an uplink has than the hosts of its switch together.
tree() {
    awk -v hosts="$1" -v per="$2" -v parts=" ${*:3} " -v over="${over-2}" '
        function link(name, way, bandwidth, latency, slow) {
            slow = index(parts, " " name " ") || index(parts, " " name "-" way " ") ? 3 : 1
            printf "<link id=\"%s%s\" bandwidth=\"%gGBps\" latency=\"%gns\"/>\n", name, way, \
                bandwidth / slow, latency * slow
        }
        function both(tag, from, to, ends, name) {
            printf "<%s src=\"%s\" dst=\"%s\" %s symmetrical=\"NO\"><link_ctn id=\"%sup\"/></%s>\n", \
                tag, from, to, ends ? "gw_src=\"r" from "\" gw_dst=\"core-r\"" : "", name, tag
            printf "<%s src=\"%s\" dst=\"%s\" %s symmetrical=\"NO\"><link_ctn id=\"%sdown\"/></%s>\n", \
                tag, to, from, ends ? "gw_src=\"core-r\" gw_dst=\"r" from "\"" : "", name, tag
        }
        BEGIN {
            print "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">"
            print "<platform version=\"4.1\"><zone id=\"all\" routing=\"Floyd\">"
            print "<zone id=\"core\" routing=\"Full\"><router id=\"core-r\"/></zone>"
            for (s = 0; s < hosts / per; s++) {
                printf "<zone id=\"s%d\" routing=\"Floyd\"><router id=\"rs%d\"/>\n", s, s
                for (h = s * per; h < (s + 1) * per; h++) {
                    printf "<host id=\"node-%d\" speed=\"1Gf\"/>\n", h
                    link("node-" h, "up", 12.5, 500)
                    link("node-" h, "down", 12.5, 500)
                }
                for (h = s * per; h < (s + 1) * per; h++)
                    both("route", "node-" h, "rs" s, 0, "node-" h)
                print "</zone>"
            }
            for (s = 0; s < hosts / per; s++) {
                link("s" s, "up", 12.5 * per / over, 700)
                link("s" s, "down", 12.5 * per / over, 700)
            }
            for (s = 0; s < hosts / per; s++)
                both("zoneRoute", "s" s, "core", 1, "s" s)
            print "</zone></platform>"
        }'
}

@test "SMPI: slow nodes, uplinks and directions are named, and nobody on a healthy tree" {
    local platform=tree.xml
    seq -f 'node-%g' 0 63 >hosts
    for s in {0..7}; do
        echo "SwitchName=s$s Nodes=node-[$((8 * s))-$((8 * s + 7))]"
    done >topology.conf
    # names PART...: the first line of the table, of a tree on which these are slow
    names() {
        tree 64 8 "$@" >tree.xml
        run -0 simulate 64 send -m 64Ki --pairs=find --switches=topology.conf --passes=1 \
            -c 1 -R 4
        sed -n '/^64 KiB, native:$/,/^no pair\|^slowest/p' <<<"$output" |
            sed -e '1d' -e '$d' | tr -s '\n ' ' ' | sed -E 's/ \([0-9.]+ times\)//g'
    }
    [ "$(names)" = "nothing is slow: no rank, node or uplink stands out among 64 ranks " ]
    got=$(names node-13 s5-up)
    echo "$got"
    [[ $got == "slow: "*"; 63 of 64 nodes alike " ]]
    [[ $got == *"uplink of s5 sending"* && $got == *node-13[,\;]* && $got != *receiving* ]]
    got=$(names node-40-down)
    echo "$got"
    [[ $got == "slow: node-40 receiving"*"; 63 of 64 nodes alike " ]]
}

# The pairs that cross an uplink in the same direction share it evenly. The table's share of
# the fastest pair, whose bandwidth is that of a host, is what the matchings leave.
@test "SMPI: effective bisection bandwidth, within 2 % of what the matchings give by hand" {
    local over platform=tree.xml settings="--cfg=network/model:CM02 \
        --cfg=network/crosstraffic:no"
    seq -f 'node-%g' 0 15 >hosts
    for over in 1 4; do
        tree 16 8 >tree.xml
        run -0 simulate 16 bandwidth -m 1Mi -P bandwidth.window=4 --pairs=random:7 \
            --passes=1 -c 1 -R 2 -o $over.jsonl
        output=$(tr -s '\n ' ' ' <<<"$output")
        echo "$output"
        [[ $output =~ bandwidth:\ ([0-9]+)\ MB/s\ a\ pair\ \(([0-9]+)-([0-9]+)\)\ over\ 20\ random\ matchings,\ ([0-9]+)\ % ]]
        jq -es --argjson over $over --arg got "${BASH_REMATCH[*]:1}" '
            ($got / " " | map(tonumber)) as [$mean, $lo, $hi, $share] |
            map(select(.pair_times).pair_times | map(map(. / 8 | floor)[:2]) as $leaf |
                $leaf | map(. as $ways | 12500 * ([1, 8 / $over /
                    (if $ways[0] == $ways[1] then 1 else
                        [$leaf[] | select(. == $ways)] | length end)] | min)) |
                add / length) as $round |
            ($round | add / length) as $by_hand |
            ($round | length) == 20 and $lo <= $mean and $mean <= $hi and
            ($mean / $by_hand - 1 | fabs) < 0.02 and
            ($share / 100 - $by_hand / 12500 | fabs) < 0.02' $over.jsonl
    done
    # the matchings depend on the seed alone
    jq -es --slurpfile other 1.jsonl 'def pairs: map(.pair_times // [] | map(.[:2]));
        pairs == ($other | pairs)' 4.jsonl
}

# All hosts on one switch. Ranks 0 and 1 are measured, the others send to rank 2. By default
# SMPI lets each MPI_Test take longer than the one before, which stops the load.
@test "SMPI: a flow beside others in its link takes as many times as long" {
    local platform=star.xml settings="--cfg=smpi/test:0 --cfg=smpi/grow-injected-times:no"
    cat >star.xml <<'EOF'
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="all" routing="None">
<cluster id="star" prefix="node-" radical="0-7" suffix="" speed="1Gf" bw="12.5GBps" lat="500ns"/>
</zone></platform>
EOF
    # times HOST...: the time of a send beside an incast / alone; and alone in such a run / in a
    # run without load
    times() {
        local ranks=$#
        printf 'node-%s\n' "$@" >hosts
        run -0 simulate $ranks send:native,beside/incast@bytes=16Mi \
            --load-ranks=2-$((ranks - 1)) -m 16Mi -c 3 -R 20 --overwrite -o r.jsonl
        run -0 simulate 2 send -m 16Mi -c 3 -R 20 --overwrite -o alone.jsonl
        jq -rs 'map(select(.type == "case") | .median) | "\(.[1] / .[0]) \(.[0] / .[2])"' \
            r.jsonl alone.jsonl
    }
    near() { # VALUE EXPECTED: within 2 %, as everywhere here
        echo "$1 $2"
        awk -v x="$1" -v y="$2" 'BEGIN { exit !(x / y > 0.98 && x / y < 1.02) }'
    }
    read -r beside quiet <<<"$(times 0 1 1 2)"
    near "$beside" 2
    near "$quiet" 1
    read -r beside quiet <<<"$(times 0 1 1 2 3 4)"
    near "$beside" 4
    near "$quiet" 1
    read -r beside quiet <<<"$(times 0 1 5 2 3 4)"
    near "$beside" 1
}

@test "SMPI: of the rows of groups, the one with a slow node is the slowest" {
    local platform=tree.xml
    seq -f 'node-%g' 0 15 >hosts
    tree 16 8 node-9 >tree.xml
    run -0 simulate 16 allreduce -m 64Ki --groups=4 --rows=group --passes=1 -c 1 -R 2
    output=$(tr -s '\n ' ' ' <<<"$output")
    echo "$output"
    [[ $output =~ "slowest group: ranks 8-11 (node-8-node-11): "[0-9.]+" us, "[23]\.[0-9]" times the median of all groups; 1 of 4 groups above 2 times ranks" ]]
}

@test "SMPI: page faults are refused" {
    run -0 simulate 2 dsm-barrier:refnuma -m 4Mi --preset quick --allow-na
    [[ "$output" == *"page faults are not simulated: use touch=call"* ]]
}
