import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import * as v from 'valibot';
import { callReadUnits, callWriteUnits, writeUnitsByStep } from '#infra/cloud/call-units/life-cycle.ts';
import { keptBytes } from '#infra/cloud/call-units/typical-call.ts';
import { CarrierPrices, compareRates, ratesReport } from '#infra/generate/costs/compare-rates.ts';
import { costTable, DEFAULT_REGION, regionTable } from '#infra/generate/costs/cost-table.ts';
import prices from '#infra/generate/costs/prices.json' with { type: 'json' };
import { writePart } from '#infra/text/generated-part.ts';

const { rates } = new Command('npm run costs --')
  .description('Prints what a call costs at AWS, and writes the table of docs/guide.md.')
  .option('--rates <file>', 'compare the prices of the carrier in this JSON file with the rate card instead')
  .allowExcessArguments(false)
  .parse()
  .opts();

if (rates === undefined) await printCosts();
else await printRates(rates);

async function printCosts(): Promise<void> {
  const guide = resolve(import.meta.dirname, '../../../docs/guide.md');
  const [table, byRegion] = [costTable(), regionTable()];
  await writePart(guide, 'costs', table);
  await writePart(guide, 'costs-by-region', byRegion);
  console.log(`The stage production in ${DEFAULT_REGION}\n\n${table}\n\n${byRegion}\n`);
  for (const [what, units] of writeUnitsByStep) console.log(`${String(units).padStart(4)}  ${what}`);
  console.log(`\nA call writes ${callWriteUnits} and reads ${callReadUnits} units, and keeps ${keptBytes} bytes.`);
  console.log(`Prices of ${prices.date}: ${prices.source}`);
}

async function printRates(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), CarrierPrices), text);
  if (parsed.success) {
    console.log(ratesReport(parsed.output.date, compareRates(parsed.output)));
    return;
  }
  console.error(
    text === undefined ? `There is no file ${file}.` : `${file} has no prices as docs/guide.md describes them.`,
  );
  process.exitCode = 1;
}
