import { connect } from '#infra/admin/connect.ts';
import { runAdmin } from '#infra/admin/run-admin.ts';

process.exitCode = await runAdmin(process.argv.slice(2), {
  connect,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  terminal: process.stderr.isTTY ? (text) => process.stderr.write(text) : undefined,
  env: process.env,
});
