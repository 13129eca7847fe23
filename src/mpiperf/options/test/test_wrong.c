/* test_wrong.c: error messages for wrong command lines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "mpiperf/options/options_check.h"
#include "mpiperf/options/options_table.h"
#include "mpiperf/options/test/line.h"

/* cause: the whole message; if it ends in "...", its beginning. Other tests
 * cover numbers (test_number.c), sweeps (test_sweep.c) and the parameters of
 * libraries. */
static const struct {
    const char *line, *cause;
} wrong[] = {
    {"", "no operation named, ..."},
    {"--", "no operation named, ..."},
    {"-m 8", "no operation named, ..."},
    {"bcats", "unknown operation 'bcats' (did you mean 'bcast'?)"},
    {"xyz", "unknown operation 'xyz' (--list shows those there are)"},
    /* names from other benchmarks */
    {"osu_latency", "osu_latency is pingpong"},
    {"mbw_mr -m 8", "mbw_mr is bandwidth --pairs=halves"},
    {"PingPong", "PingPong is pingpong"},
    {"message-rate", "message-rate is bandwidth --pairs=halves"},
    {"reduce-scatter", "reduce-scatter is reduce_scatter"},
    {"./app", "'./app' is not an operation; mpiperf-tune --try, "
              "shmbcast-preload(1) and msgsched-record(1) are for programs"},
    {"bcast -m 0x10", "--size: '0x10': not a decimal number"},
    {"MPI_Bcast:native", "MPI_Bcast is bcast"},
    {"osu_Ibcast", "osu_Ibcast is ibcast:native,overlap"},
    {"MPI_Ibcast", "MPI_Ibcast is ibcast"},
    {"osu_init", "osu_init is the field mpi_init of a run"},
    {"osu_bcast_persistent", "osu_bcast_persistent is bcast_init"},
    {"-npmin 2 bcast", "-npmin is --procs=MIN:MAX"},
    {"bcast -i 100", "-i is --max-launches=N --max-rse=0"},
    {"bcast --message-size=8", "--message-size is --size"},
    {"Bcast -time 3", "-time is --max-time=TIME"},
    {"bcast -c", "-c is --min-valid=N here; OSU's -c is --verify"},
    {"bcast -c -m 8", "-c is --min-valid=N here; OSU's -c is --verify"},
    {"--bind-to core bcast",
     "--bind-to is an option of mpiexec: write it before mpiperf"},
    {"-np 4 bcast", "-np is an option of mpiexec: write it before mpiperf"},
    {"allreduce --op=MPI_SUM", "--op: MPI_SUM is sum"},
    {"bcast -d float64", "--datatype: float64 is double"},
    {"bcast -d MPI_DOUBLE", "--datatype: MPI_DOUBLE is double"},
    {"bcast -d MPI_INT", "--datatype: MPI_INT is int32"},
    {"bcast,allreduce",
     "'bcast,allreduce': operations are separated by blanks"},
    {"bcast native", "native is an algorithm: bcast:native"},
    {"shmbcast", "shmbcast is an algorithm: bcast:shmbcast"},
    {"bcast --budget=1m30",
     "--budget: '1m30': must be a time, as 90, 90s, 10m or 8h"},
    {":native", "the name of an operation is empty"},
    {"bc\nast", "unknown operation 'bc\\nast' ..."},
    {"bcast:", "bcast: an algorithm is missing"},
    {"bcast:,native", "bcast: an algorithm is missing"},
    {"bcast:shmbcat",
     "bcast: unknown algorithm 'shmbcat' (did you mean 'shmbcast'?)"},
    {"alltoallv:shmbcast",
     "alltoallv: unknown algorithm 'shmbcast' (one of native)"},
    {"ibcast:overlap", "ibcast: overlap reports a share of native's time: "
                       "write ibcast:native,overlap"},
    {"exchange:native,both@compute=2x",
     "exchange: both@compute=2x reports a share of both@compute=none's time: "
     "write exchange:both@compute=none,both@compute=2x"},
    {"exchange:both -P msgsched.compute=2",
     "exchange: both reports a share of both@compute=none's time: write "
     "exchange:both@compute=none,both"},
    {"bcast:native,overlap", "bcast: unknown algorithm 'overlap' ..."},
    {"bcast:native:shmbcast", "bcast: unknown algorithm 'native:shmbcast' ..."},
    {"bcast:native,moc?@x=1",
     "bcast: no algorithm matches 'moc?' (--list shows those there are)"},
    {"bcas?:native,moc?", "bcast: no algorithm matches 'moc?' ..."},
    {"bcast:native,native", "bcast: 'native' is given twice"},
    {"bcast bcast:shmbcast,native", "bcast: 'native' is given twice"},
    /* variants */
    {"bcast:shmbcast@s", "bcast: 's': must be PARAMETER=VALUE"},
    {"bcast:shmbcast@=7", "bcast: '=7': must be PARAMETER=VALUE"},
    {"bcast:shmbcast@ss=7", "bcast: unknown parameter 'shmbcast.ss' ..."},
    {"bcast:shmbcast@s=x", "bcast: shmbcast.s: 'x': not a number..."},
    {"bcast:shmbcast@s=7@s=8", "bcast: 's' is given twice"},
    {"bcast:shmbcast@s=7,shmbcast@s=7", "bcast: 'shmbcast@s=7' is given twice"},
    {"bcast:native@s=7", "bcast: unknown parameter 'native.s' ..."},
    /* patterns */
    {"x*", "no operation matches 'x*' (--list shows those there are)"},
    {"\n*", "no operation matches '\\n*' ..."},
    {"*:", "barrier: an algorithm is missing"},
    {"allgatherv*:native,shmbcast",
     "allgatherv: unknown algorithm 'shmbcast' (one of native)"},
    {"bcast [", "no operation matches '[' ..."},
    {"b?ast:", "bcast: an algorithm is missing"},
    {"*:native,native", "barrier: 'native' is given twice"},
    {"*:shmbcats",
     "'*': unknown algorithm 'shmbcats' (did you mean 'shmbcast'?)"},
    {"?barrier:native,shmbcast",
     "ibarrier: unknown algorithm 'shmbcast' (one of native, overlap)"},
    {"*barrier -r 1", "--root: no operation named has a root"},
    {"*barrier --pairs one", "--pairs: no operation named has this option"},
    /* why all operations of a pattern would be skipped */
    {"*reduce* -d vector",
     "--datatype: 'vector': reduce works on predefined types only"},
    {"* --op band",
     "--op: 'band': is not defined for datatype 'double' (reduce)"},
    {"gather* allreduce -d vector",
     "--datatype: 'vector': allreduce works on predefined types only"},
    {"bcast --sise=8", "unknown option '--sise' (did you mean '--size'?)"},
    {"bcast --=8", "unknown option '--'"},
    {"bcast -q", "unknown option '-q'"},
    {"bcast -lx -x", NULL}, /* --list comes first: not an error */
    {"bcast -m8 -rx -q", "unknown option '-q'"},
    {"bcast --count=8", "--counts: unknown counts '8' (one of equal, linear, "
                        "spike, random)"},
    {"bcast --max=1", "option '--max' is ambiguous: --max-rse, --max-valid, "
                      "--max-launches, --max-time"},
    {"bcast --size", "--size: needs a value"},
    {"bcast -t ''", "--timer: needs a value"},
    {"bcast --verify=yes", "--verify: 'yes': takes no value"},
    {"bcast --size=12Q", "--size: '12Q': unknown suffix 'Q'"},
    {"bcast -m -r", "--size: '-r': not a number"},
    {"bcast -m 1125899906842625",
     "--size: '1125899906842625': must be at most 1125899906842624"},
    {"bcast -n 0", "--procs: '0': must be at least 1"},
    {"bcast -n 5",
     "--procs: '5': must be at most 4, the ranks there are (mpiexec -n)"},
    {"bcast -r -1", "--root: '-1': must be at least 0"},
    {"bcast -r 4", "--root: '4': must be below the smallest number of ranks, "
                   "4"},
    {"bcast -r 2 -n 4,2,3", "--root: '2': must be below the smallest number "
                            "of ranks, 2"},
    {"pingpong --threads=0", "--threads: '0': must be at least 1"},
    {"bcast --threads=2", "--threads: bcast does not run in several threads"},
    {"bsend pingpong --threads=2",
     "--threads: bsend does not run in several threads"},
    {"osu_latency_mt", "osu_latency_mt is pingpong --threads=2"},
    {"bcast --groups=0", "--groups: '0': must be at least 1"},
    {"bcast -n 2,3 --groups=2", "--groups: 3 ranks cannot be divided into 2 "
                                "groups of the same size"},
    {"bcast --groups=4",
     "--groups: bcast needs 2 ranks or more, and a group has 1"},
    {"bcast --groups=2 -r 2", "--root: '2': must be below the smallest number "
                              "of ranks of a group, 2"},
    {"-multi 0 bcast", "-multi is --groups=K"},
    {"bcast -r al", "--root: unknown value 'al' (did you mean 'all'?), or a "
                    "number"},
    {"barrier null -r 0", "--root: no operation named has a root"},
    {"barrier null -d byte", "--datatype: no operation named has data"},
    {"bcast --op max", "--op: no operation named is a reduction"},
    {"bcast -d flaot",
     "--datatype: unknown datatype 'flaot' (did you mean 'float'?)"},
    {"allreduce --op summ",
     "--op: unknown reduction 'summ' (did you mean 'sum'?)"},
    {"allreduce --op band",
     "--op: 'band': is not defined for datatype 'double' (allreduce)"},
    {"gatherv --counts spik",
     "--counts: unknown counts 'spik' (did you mean 'spike'?)"},
    {"gatherv --counts random", "--counts: 'random' needs a seed, as random:1"},
    {"gatherv --counts random:", "--counts: '': not a number"},
    {"gatherv --counts linear:1", "--counts: 'linear' takes no seed"},
    {"gather --counts linear",
     "--counts: no operation named has blocks of different sizes"},
    {"bcast --in-place", "--in-place: no operation named has such a form"},
    {"gather --in-place=1", "--in-place: '1': takes no value"},
    {"bcast --pairs one", "--pairs: no operation named has this option"},
    {"null pingpong -n 1",
     "pingpong needs 2 ranks or more, and --procs says 1: mpiexec -n 2 mpiperf "
     "pingpong (--allow-one-rank measures it all the same)"},
    {"pingpong --pairs nodse",
     "--pairs: unknown pairs 'nodse' (did you mean 'nodes'?)"},
    {"allgather --topology grid",
     "--topology: no operation named has this option"},
    {"neighbor_allgather --topology ring",
     "--topology: unknown topology 'ring' (one of torus, grid, graph)"},
    {"compare_and_swap_lock -d double",
     "--datatype: 'double': compare_and_swap_lock works on integers only"},
    {"dsm-barrier -d int64",
     "--datatype: 'int64': dsm-barrier works on doubles only"},
    {"dsm-barrier --touched=none", "--touched: unknown ..."},
    {"dsm-barrier --changed=7:mine",
     "--changed: '7:mine': must be N, N:own or N:foreign"},
    {"dsm-barrier --changed=1073741825",
     "--changed: '1073741825': must be ..."},
    {"exchange --pattern=paar",
     "--pattern: unknown pattern 'paar' (did you mean 'pair'?); a file's name "
     "has a / or ends in .msgs"},
    {"exchange --pattern=ring:1", "--pattern: 'ring' takes no number"},
    {"exchange --pattern=halo2d:4097",
     "--pattern: '4097': must be at most 4096"},
    {"dsm-jacobi -b cold", "--buffer: cold: dsm-jacobi makes its own memory"},
    {"bcast --changed=7", "--changed: ..."},
    {"accumulate_fence --op user-sum",
     "--op: 'user-sum': accumulate_fence takes predefined operations only"},
    {"get_accumulate_lock -d vector",
     "--datatype: 'vector': get_accumulate_lock works on predefined types "
     "only"},
    {"fetch_and_op_pscw -d double --op bxor",
     "--op: 'bxor': is not defined for datatype 'double' (fetch_and_op_pscw)"},
    {"bcast -P bandwidth.window=0",
     "--param: bandwidth.window: '0': must be at least 1"},
    {"put_lock -P rma.window=creat",
     "--param: rma.window: unknown value 'creat' (did you mean 'create'?)"},
    {"bibandwidth -P bibandwidth.window=3",
     "--param: unknown parameter 'bibandwidth.window' ..."},
    {"bcast --plugin", "--plugin: needs a value"},
    {"bcast --plugin no.so", "--plugin: ..."},
    {"--plugin no.so --list", "--plugin: ..."},
    {"bcast -M barriers", "--method: unknown method 'barriers' (did you mean "
                          "'barrier'?)"},
    {"bcast -M window,free,window", "--method: 'window': named twice"},
    {"bcast -M window,", "--method: unknown method ''..."},
    {"bcast --arrival=none:5", "--arrival: 'none' takes no time"},
    {"bcast --arrival=up", "--arrival: 'up' needs microseconds, as up:10"},
    {"bcast --arrival=up:0", "--arrival: '0': must be from 0.001 to 10000000 "
                             "microseconds"},
    {"bcast --arrival=last:10000001 --max-time 100",
     "--arrival: '10000001': must be from ..."},
    {"bcast --arrival=last:5000001",
     "--arrival: ranks that come 5 s late leave no launch to a case of "
     "--max-time=5"},
    {"bcast --arrival=ups:1", "--arrival: unknown pattern 'ups' (did you mean "
                              "'up'?)"},
    {"bcast --arrival=last:9 -M window,barrier",
     "--arrival: ranks come late to a start time, which --method=barrier has "
     "not (window and roundtime have)"},
    {"bcast -P barrier.algorithm=trees",
     "--param: barrier.algorithm: unknown value 'trees' (did you mean "
     "'tree'?)"},
    {"bcast -t tcs", "--timer: unknown timer 'tcs' (did you mean 'tsc'?)"},
    {"bcast -s rign",
     "--clocksync: unknown clocksync 'rign' (did you mean 'ring'?)"},
    {"bcast -e -1", "--max-rse: '-1': must be at least 0"},
    {"bcast -c 0", "--min-valid: '0': must be at least 1"},
    {"bcast -E 29", "--max-valid: '29': must not be below --min-valid, 30"},
    {"bcast --preset=quick -c 31",
     "--max-valid: '30': must not be below --min-valid, 31, with "
     "--preset=quick"},
    {"bcast --preset quik", "--preset: unknown preset 'quik' (did you mean "
                            "'quick'?)"},
    {"bcast --max-time 0", "--max-time: '0': must be more than 0"},
    {"bcast --trim 50", "--trim: '50': must be at least 0% and below 50%"},
    {"bcast --trim 0.5", "--trim: '0.5': must be at least 0% and below 50%"},
    {"bcast --percentiles 50,100",
     "--percentiles: '50,100': must be up to 16 numbers between 0 and 100, "
     "ascending..."},
    {"bcast --percentiles 90,50", "--percentiles: '90,50': must be up to ..."},
    {"bcast --percentiles 50,x", "--percentiles: '50,x': must be up to ..."},
    {"bcast --confidence 95",
     "--confidence: '95': a share is typed 95% or 0.95"},
    {"bcast --confidence 0", "--confidence: '0': must be more than 0..."},
    {"bcast --max-rse 5", "--max-rse: '5': a share is typed 5% or 0.05"},
    {"bcast -b hot", "--buffer: unknown value 'hot' (one of warm, cold)"},
    {"bcast --memory=far", "--memory: unknown value 'far' (one of private, "
                           "shared)"},
    {"barrier --rewrite", "--rewrite: no operation named has messages that can "
                          "be rewritten"},
    {"bcast --accept=f",
     "--accept: measures a fixed sweep and cannot be combined with 'bcast'"},
    {"--accept=none -m 8",
     "--accept: measures a fixed sweep and cannot be combined with 'size'"},
    {"--check --accept=f",
     "--accept: measures a fixed sweep and cannot be combined with 'check'"},
    {"bcast --align 12", "--align: '12': must be a power of two ..."},
    {"bcast --numa near",
     "--numa: unknown value 'near' (one of local, interleave), or a "
     "number"},
    {"bcast --numa 1024", "--numa: '1024': must be at most 1023"},
    {"bcast --numa -1", "--numa: '-1': must be at least 0"},
    {"bcast -P shmbcast", "--param: 'shmbcast': must be OWNER.NAME=VALUE"},
    {"bcast -P shmbcast.f=", "--param: 'shmbcast.f=': needs a value"},
    {"bcast -P shmbcats.f=1", "--param: unknown parameter 'shmbcats.f' (did "
                              "you mean 'shmbcast.f'?)"},
    {"bcast -P no.such=1", "--param: unknown parameter 'no.such' (--list "
                           "shows those there are)"},
    {"bcast -P native.f=1", "--param: unknown parameter 'native.f' ..."},
    {"ibcast -P overlap.compute=-1", "--param: overlap.compute: '-1'..."},
    {"ibcast -P overlap.compute=0x", "--param: overlap.compute: '0x'..."},
    {"ibcast -P overlap.compute=auto2", "--param: overlap.compute: 'auto2'..."},
    {"ibcast -P overlap.compute=2y", "--param: overlap.compute: '2y'..."},
    {"ibcast -P overlap.tests=-1", "--param: overlap.tests: '-1'..."},
    {"exchange:both -P msgsched.compute=never",
     "--param: msgsched.compute: 'never': must be none, auto, a multiple..."},
    {"exchange:both -P msgsched.wmin=2Mi",
     "--param: msgsched: wmin is not between 0 and wmax"},
    {"exchange:both -P msgsched.dist=up",
     "--param: msgsched.dist: 'up': not near, far or none"},
    {"exchange:both -P msgsched.schedule=both",
     "--param: unknown parameter 'msgsched.schedule' ..."},
    /* parameters and values of earlier versions */
    {"bcast:shmbcast@preset=tuned",
     "bcast: shmbcast.preset=tuned is gone: shmbcast-auto measures what is "
     "fastest, and preset=model chooses f and s"},
    {"bcast -P shmbcast.preset=tune",
     "--param: shmbcast.preset: 'tune': not default, paper, collsm, mvapich or "
     "model"},
    {"exchange:both@across=rr",
     "exchange: msgsched.across is gone: all wire messages to a node go before "
     "those to the next node"},
    {"exchange:both -P msgsched.heavy=last",
     "--param: msgsched.heavy is gone: pairs of processes with the most bytes "
     "go first"},
    {"exchange:both -P msgsched.synchronous=1",
     "--param: msgsched.synchronous is gone: put an MPI_Isend that calls "
     "PMPI_Issend in LD_PRELOAD"},
    {"exchange:both -P msgsched.weight=code",
     "--param: msgsched.weight is gone: a pair of processes weighs the larger "
     "of the bytes that its source sends and its target receives"},
    /* checked even if the algorithm is not used */
    {"bcast -P shmbcast.q=3", "--param: shmbcast..."},
    {"bcast -P shmbcast-auto.pull=no",
     "--param: shmbcast-auto.pull: 'no': not a number of bytes, nor measured "
     "or never"},
    {"bcast --plugin /dev/null",
     "--plugin: '/dev/null': is not a regular file"},
    {"bcast -P window.gamma=0", "--param: window.gamma..."},
    {"bcast -P clocksync.points=1",
     "--param: clocksync.points: '1': must be at least 2"},
    {"bcast -P clocksync.span=100.5",
     "--param: clocksync.span: '100.5': must be more than 0 and at most 100"},
    {"bcast -P window.gamma=\x01", "--param: 'window.gamma=\\x01': the value "
                                   "is too long or not printable"},
    {"bcast -P shmbcast.q=\\", "--param: shmbcast.q: '\\\\': ..."},
    {"bcast -o ''", "--output: needs a value"},
    {"bcast -o x.csv -o .//x.csv", "--output: './/x.csv': is given twice"},
    {"bcast --samples", "--samples: needs an --output to go to"},
    {"bcast --append", "--append: needs an --output"},
    {"bcast --overwrite", "--overwrite: needs an --output"},
    {"bcast -o x.csv --append --overwrite",
     "--overwrite: replaces what --append goes on in"},
    {"bcast -o x.jsonl --overwrite --resume",
     "--overwrite: replaces what --resume goes on in"},
    {"bcast --progress=yes",
     "--progress: unknown value 'yes' (one of auto, always, never)"},
    {"bcast --check", "--check: measures no operation: leave out 'bcast'"},
    {"--check -o x.csv", "--check: writes no records: leave out --output"},
};

static bool cause_is(const char *cause, const char *expected)
{
    const char *dots = strstr(expected, "...");

    if (dots != NULL)
        return strncmp(cause, expected, (size_t)(dots - expected)) == 0;
    return strcmp(cause, expected) == 0;
}

static enum options_outcome line_outcome(const char *line, char **cause)
{
    struct options o;
    enum options_outcome outcome = line_parse(&o, line, cause);

    if (outcome != OPTIONS_BAD)
        options_free(&o);
    return outcome;
}

UNIT_TEST(test_wrong)
{
    int bad = 0;

    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        const char *line = wrong[i].line, *expected = wrong[i].cause;
        char *cause = NULL;

        if (line_outcome(line, &cause) !=
                (expected != NULL ? OPTIONS_BAD : OPTIONS_LIST) ||
            (expected != NULL && !cause_is(cause, expected)) ||
            (cause != NULL && strchr(cause, '\n') != NULL)) {
            print_error("%s\n got %s\nwant %s\n", line,
                        cause != NULL ? cause : "no mistake",
                        expected != NULL ? expected : "no mistake");
            bad++;
        }
        free(cause);
    }
    assert_int_equal(bad, 0);
}

/* With one rank, a pattern may select operations between ranks: they get rows
 * without figures if another operation has figures. The same is true of one
 * rank among several numbers in --procs. */
UNIT_TEST(test_one_rank)
{
    static const struct {
        char *operands[2];
        int world;
        const char *cause;
    } cases[] = {
        {{"null", "bcast"},
         1,
         "bcast needs 2 ranks or more, and there is 1: mpiexec -n 2 mpiperf "
         "bcast (--allow-one-rank measures it all the same)"},
        {{"bcast", "--allow-one-rank"}, 1, NULL},
        {{"p*", "put_fence"}, 1, "put_fence needs 2 ranks or more, ..."},
        {{"b*", "p*"}, 1, "barrier needs 2 ranks or more, ..."},
        {{"null", "b*"}, 1, NULL},
        {{"pingpong", "-n1,2"}, 2, NULL},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *argv[] = {"mpiperf", cases[i].operands[0], cases[i].operands[1],
                        NULL};
        char *cause = NULL;
        struct options o;

        if (line_words(&o, 3, argv, cases[i].world, &cause) == OPTIONS_RUN)
            options_free(&o);
        assert_true((cause == NULL) == (cases[i].cause == NULL));
        assert_true(cause == NULL || cause_is(cause, cases[i].cause));
        free(cause);
    }
}

/* A long text typed by mistake is cut, and its control characters are shown. */
UNIT_TEST(test_typed_text)
{
    char text[5000], *argv[] = {"mpiperf", text, NULL}, *cause = NULL;
    struct options o;

    memset(text, '\n', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    assert_int_equal(line_words(&o, 2, argv, 1, &cause), OPTIONS_BAD);
    assert_true(strlen(cause) < 300);
    assert_null(strchr(cause, '\n'));
    free(cause);
}

/* Names that are part of allowed names are refused. */
UNIT_TEST(test_accept_parts)
{
    static const struct option_row rows[] = {
        {.p.name = "accept"}, {.p.name = "out"}, {.p.name = "output append"}};
    int64_t ranks = 2;
    const struct options o = {.procs = {&ranks, 1}};

    for (size_t i = 1; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct setting v[] = {{&rows[0], "f"}, {&rows[i], "1"}};
        const struct option_line l = {.v = v, .n = 2};
        char *cause = options_check(&o, &l, 2);

        assert_non_null(cause);
        assert_non_null(strstr(cause, "--accept: measures a fixed sweep"));
        free(cause);
    }
}
