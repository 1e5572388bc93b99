import { connect } from '#infra/admin/connect.ts';
import { runAdmin } from '#infra/admin/run-admin.ts';

// `npm run admin -- … | head -1` closes the pipe while we write: that is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
}

process.exitCode = await runAdmin(process.argv.slice(2), {
  connect,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  terminal: process.stderr.isTTY ? (text) => process.stderr.write(text) : undefined,
  env: process.env,
});
