import { Command } from '@commander-js/extra-typings';
import { callIn, CallInError } from '#infra/drive/call-in/call-in.ts';
import { readConnection } from '#infra/local/address/connection-file.ts';

const CUSTOMER = '+12025550100';

/** `npm run call-in`: a simulated customer calls a number of the stack that is running. */
async function main(): Promise<void> {
  const command = new Command('npm run call-in --')
    .description('A simulated customer calls a number of the stack that is running.')
    .argument('<number>', "the assistant's number: +12025550002")
    .option('--from <number>', 'the simulated customer', CUSTOMER)
    .option('--data-dir <folder>', 'the data folder of the stack', process.env['DATA_DIR'] ?? '.data')
    .allowExcessArguments(false)
    .showHelpAfterError()
    .parse();
  const [to] = command.processedArgs;
  const { from, dataDir } = command.opts();
  const connection = await readConnection(dataDir);
  if (!connection) throw new CallInError(`no local stack runs on ${dataDir}: start one with npm start`);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const call = await callIn({ simulatorUrl: connection.carrier.apiUrl, to, from }, print);
  print(`\nDone: ${call.duration ?? 0} s on the line.`);
}

try {
  await main();
} catch (error) {
  const isPlain = error instanceof CallInError;
  process.stderr.write(`call-in: ${isPlain ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
}
