import { resolve } from 'node:path';
import { argv } from 'node:process';
import { parseArgs } from 'node:util';
import { writePart } from '#infra/docs/generated-part.ts';
import { simulationReport } from '#infra/limits/simulation-report.ts';
import { capacityReport } from '#infra/limits/capacity-report.ts';

/** `npm run capacity -- --calls-per-day 10000000`, with `--peak 3` and `--largest-user 0.5`. Without options it writes the page. */
const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    'calls-per-day': { type: 'string' },
    peak: { type: 'string', default: '1' },
    'largest-user': { type: 'string', default: '0.25' },
  },
});
const positive = (name: string, text: string) => {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
  return value;
};
const page = resolve(import.meta.dirname, '../../docs/capacity.md');
const options = {
  peak: positive('peak', values.peak),
  largestUser: positive('largest-user', values['largest-user']),
};
if (values['calls-per-day'] === undefined) {
  for (const callsPerDay of [1e4, 1e6, 1e7]) {
    await writePart(page, `capacity ${callsPerDay}`, capacityReport({ callsPerDay }));
  }
  await writePart(page, 'simulation', simulationReport());
} else {
  console.log(capacityReport({ ...options, callsPerDay: positive('calls-per-day', values['calls-per-day']) }));
}
