import { argv, env, resourceUsage, stderr } from 'node:process';
import { runCli } from '#clients/cli/src/run-cli.ts';

// A program of its own, so that memory and processor time are those of the import. It prints the outcome, the peak in kilobytes, and the seconds.
const [, , file = '', refused = ''] = argv;
let out = '';
const code = await runCli(
  ['leads', 'import', file, '--campaign', '7', '--json', '--refused', refused, '--country', 'US'],
  {
    out: (text) => void (out += text),
    error: (text) => void stderr.write(text),
    isTerminal: false,
    isErrorTerminal: false,
    columns: 80,
    stdin: async () => '',
    env,
    signal: new AbortController().signal,
  },
);
const { created, refused_count } = JSON.parse(out) as { created: number; refused_count: number };
const { maxRSS: peak, userCPUTime, systemCPUTime } = resourceUsage();
const seconds = (userCPUTime + systemCPUTime) / 1e6;
process.stdout.write(JSON.stringify({ code, created, refused: refused_count, peak, seconds }));
