import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { capacityReport } from '#infra/generate/limits/capacity-report.ts';
import { capacityParts } from '#infra/generate/limits/simulation-report.ts';
import { writePart } from '#infra/text/generated-part.ts';

/** `npm run capacity -- --calls-per-day 10000000`, with `--peak 3` and `--largest-user 0.5`. Without options it writes the page. */
const positive = (text: string) => {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
};
const { callsPerDay, ...options } = new Command('npm run capacity --')
  .description(
    'The quotas and the cost of a number of calls a day, and the limit that is reached first. Without options it writes docs/capacity.md.',
  )
  .option('--calls-per-day <number>', 'print the report for this number of calls', positive)
  .option('--peak <factor>', 'calls of the busiest hour over those of the mean hour', positive, 1)
  .option('--largest-user <share>', 'the share of the calls that the largest user makes', positive, 0.25)
  .allowExcessArguments(false)
  .showHelpAfterError()
  .parse()
  .opts();
const page = resolve(import.meta.dirname, '../../../docs/capacity.md');
if (callsPerDay === undefined) {
  for (const [part, content] of Object.entries(capacityParts())) await writePart(page, part, content);
} else {
  console.log(capacityReport({ ...options, callsPerDay }));
}
