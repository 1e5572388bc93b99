import { fstatSync } from 'node:fs';
import { optionsFromEnvironment } from '#twilio/options.ts';
import { startCarrierSimulator } from '#twilio/start-carrier-simulator.ts';

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
// The channel and the pipe to this process close when its parent dies.
process.on('disconnect', stop);
const input = fstatSync(0, { throwIfNoEntry: false });
if (input?.isFIFO() || input?.isSocket()) {
  process.stdin.on('end', stop).on('error', stop).resume();
}
