import { fstatSync } from 'node:fs';
import { optionsFromEnvironment } from '#infra/local/carrier-simulator/simulator-context.ts';
import { startCarrierSimulator } from '#infra/local/carrier-simulator/start-carrier-simulator.ts';

const simulator = await startCarrierSimulator(optionsFromEnvironment(process.env));
console.log(JSON.stringify({ ready: true, url: simulator.url }));

let stopping = false;
function stop(): void {
  if (stopping) return;
  stopping = true;
  void simulator.stop().finally(() => process.exit(0));
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// A parent that dies takes the carrier along: it closes the channel or the pipe it had opened to this process.
process.on('disconnect', stop);
const input = fstatSync(0, { throwIfNoEntry: false });
if (input?.isFIFO() || input?.isSocket()) {
  process.stdin.on('end', stop).on('error', stop).resume();
}
