import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { callReadUnits, callWriteUnits, writeUnitsByStep } from '#infra/cloud/call-units/life-cycle.ts';
import { keptBytes } from '#infra/cloud/call-units/typical-call.ts';
import { costTable } from '#infra/generate/costs/cost-table.ts';
import prices from '#infra/generate/costs/prices.json' with { type: 'json' };
import { writePart } from '#infra/text/generated-part.ts';

new Command('npm run costs')
  .description('Prints what a call costs at AWS, and writes the table of docs/guide.md.')
  .allowExcessArguments(false)
  .parse();
const table = costTable();
await writePart(resolve(import.meta.dirname, '../../../docs/guide.md'), 'costs', table);
console.log(table);
for (const [what, units] of writeUnitsByStep) console.log(`${String(units).padStart(4)}  ${what}`);
console.log(`\nA call writes ${callWriteUnits} and reads ${callReadUnits} units, and keeps ${keptBytes} bytes.`);
console.log(`Prices of ${prices.date}, ${prices.region}: ${prices.source}`);
