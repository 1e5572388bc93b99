import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { costTable } from '#infra/costs/cost-table.ts';
import { callReadUnits, callWriteUnits, writeUnitsByStep } from '#infra/costs/life-cycle.ts';
import prices from '#infra/costs/prices.json' with { type: 'json' };
import { keptBytes } from '#infra/costs/typical-call.ts';
import { writePart } from '#infra/docs/generated-part.ts';

new Command('npm run costs')
  .description('Prints what a call costs at AWS, and writes the table of docs/guide.md.')
  .allowExcessArguments(false)
  .parse();
const table = costTable();
await writePart(resolve(import.meta.dirname, '../../docs/guide.md'), 'costs', table);
console.log(table);
for (const [what, units] of writeUnitsByStep) console.log(`${String(units).padStart(4)}  ${what}`);
console.log(`\nA call writes ${callWriteUnits} and reads ${callReadUnits} units, and keeps ${keptBytes} bytes.`);
console.log(`Prices of ${prices.date}, ${prices.region}: ${prices.source}`);
