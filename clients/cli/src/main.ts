#!/usr/bin/env node
import { fileProblem } from './file-problem.ts';
import { runCli } from './run-cli.ts';

// `ringback calls list | head -1` closes the pipe while we write: that is not a failure. A full disk is one.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`error: ${fileProblem(error, 'the output')}\n`);
  process.exit(1);
});
process.stderr.on('error', () => process.exit(1));

const stopping = new AbortController();
process.once('SIGINT', () => {
  stopping.abort();
  // A second Ctrl-C ends the process immediately.
  process.once('SIGINT', () => process.exit(130));
});

process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY,
  isErrorTerminal: process.stderr.isTTY,
  columns: process.stdout.isTTY ? process.stdout.columns : 80,
  stdin: async () => {
    let text = '';
    for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk);
    return text;
  },
  env: process.env,
  signal: stopping.signal,
});
