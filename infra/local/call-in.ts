import { parseArgs } from 'node:util';
import { callIn, CallInError } from '#infra/local/call-in/call-in.ts';
import { readConnection } from '#infra/local/connection-file.ts';

const USAGE = "npm run call-in -- <assistant's number> [--from +12025550100] [--data-dir .data]";
const CUSTOMER = '+12025550100';

/** `npm run call-in`: a simulated customer calls a number of the stack that is running. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      from: { type: 'string', default: CUSTOMER },
      'data-dir': { type: 'string', default: process.env['DATA_DIR'] ?? '.data' },
    },
  });
  const [to] = positionals;
  if (to === undefined || positionals.length > 1) throw new CallInError(USAGE);
  const connection = await readConnection(values['data-dir']);
  if (!connection) throw new CallInError(`no local stack runs on ${values['data-dir']}: start one with npm start`);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const call = await callIn({ simulatorUrl: connection.carrier.apiUrl, to, from: values.from }, print);
  print(`\nDone: ${call.duration ?? 0} s on the line.`);
}

try {
  await main();
} catch (error) {
  const isPlain = error instanceof CallInError || (error instanceof TypeError && 'code' in error);
  process.stderr.write(`call-in: ${isPlain ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
}
