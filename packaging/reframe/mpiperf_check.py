# mpiperf_check.py: ReFrame checks of an installed mpiperf: times of collectives, which
# ReFrame compares with its references, and a gate that mpiperf-compare decides.
# SPDX-License-Identifier: BSD-3-Clause

import reframe as rfm
import reframe.utility.sanity as sn
import reframe.utility.typecheck as typ
from reframe.core.backends import getlauncher

# A row of --format=osu with --verify: bytes, microseconds, verdict.
ROW = r'^(?P<bytes>\d+) +(?P<us>\d+\.\d+) +(?P<verdict>Pass|Fail)$'

# What the gate says by its exit status, if not PASS.
GATE = {1: 'FAIL: slower than the baseline',
        4: 'CANNOT TELL: more runs are needed',
        5: 'ERROR: no comparison'}


class Mpiperf(rfm.RunOnlyRegressionTest):
    valid_systems = ['*']
    valid_prog_environs = ['*']
    num_tasks = 2


@rfm.simple_test
class MpiperfTimes(Mpiperf):
    '''Times of an operation by size; all results are checked.'''

    operation = parameter(['bcast', 'allreduce', 'alltoall'])
    sizes = variable(typ.List[int], value=[8, 1024, 65536])
    executable = 'mpiperf'

    @run_before('run')
    def set_options(self):
        sizes = ','.join(str(size) for size in self.sizes)
        self.executable_opts = [self.operation, '-m', sizes, '--verify', '--format=osu']

    @sanity_function
    def every_size_is_right(self):
        verdicts = sn.extractall(ROW, self.stdout, 'verdict')
        return sn.all([
            sn.assert_eq(self.job.exitcode, 0),
            sn.assert_eq(sn.count(verdicts), len(self.sizes)),
            sn.assert_not_in('Fail', verdicts),
        ])

    @run_before('performance')
    def set_variables(self):
        self.perf_variables = {
            str(size): sn.make_performance_function(
                sn.extractsingle(ROW.replace(r'\d+', str(size), 1), self.stdout, 'us', float),
                'us')
            for size in self.sizes
        }


@rfm.simple_test
class MpiperfGate(Mpiperf):
    '''Many runs against the records of an accepted state of the machine:
    -S MpiperfGate.baseline=FILE, which mpiperf-repeat -o FILE has written.'''

    baseline = variable(str, value='')
    fail_above = variable(str, value='5%')
    runs = variable(int, value=10)
    options = variable(str, value='bcast:native -m 1Ki,64Ki')
    executable = 'mpiperf-repeat'

    @run_after('init')
    def need_baseline(self):
        self.skip_if(not self.baseline, 'no baseline')

    @run_before('run')
    def repeat_the_launch(self):
        self.job.num_tasks = self.num_tasks
        launch = self.job.launcher.run_command(self.job)
        self.job.launcher = getlauncher('local')()
        self.executable_opts = ['-r', str(self.runs), '-o', 'runs.jsonl', '--',
                                launch, 'mpiperf', self.options]
        self.postrun_cmds = [
            f'mpiperf-compare --fail-above={self.fail_above} {self.baseline} runs.jsonl',
            'echo "gate: $?"',
        ]

    @sanity_function
    def gate_is_passed(self):
        status = sn.extractsingle(r'^gate: (\d+)$', self.stdout, 1, int)
        return sn.assert_eq(status, 0, GATE.get(status.evaluate()))
