import { constants } from 'node:os';
import { connect } from '#infra/admin/connect.ts';
import { Interruption, runAdmin } from '#infra/admin/run-admin.ts';

// `npm run admin -- … | head -1` closes the pipe while we write: that is no failure, and the command is not over.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** The first signal ends the command with a line about what it has written. The second one ends the program. */
const interrupted = Promise.withResolvers<never>();
interrupted.promise.catch(() => undefined);
let signalled = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    signalled = 128 + constants.signals[signal];
    interrupted.reject(new Interruption(`stopped by ${signal}`));
  });
}

const exitCode = await runAdmin(process.argv.slice(2), {
  connect,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  terminal: process.stderr.isTTY ? (text) => process.stderr.write(text) : undefined,
  env: process.env,
  interrupted: interrupted.promise,
});
// What was stopped goes on otherwise.
if (signalled > 0) process.exit(signalled);
process.exitCode = exitCode;
