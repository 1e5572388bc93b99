import { Command } from '@commander-js/extra-typings';
import Table from 'cli-table3';
import * as v from 'valibot';
import { terminalJson, terminalText } from '#clients/cli/src/terminal-text.ts';
import { findRow, invokeFunction, isSimulated } from '#infra/drive/invoke/invoke-function.ts';
import { StackError } from '#infra/local/address/stack-error.ts';
import { startLocalStack, type LocalStack } from '#infra/local/compose/local-stack.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';

const plain = { chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' }, style: { head: [], border: [] } };
const SUMMARY_LENGTH = 80;
const USAGE = 'name a function, or --all; --help explains';

/** `npm run invoke`: one function from its sample event, in a fresh stack that nothing else works on. */
async function main(): Promise<boolean> {
  const command = new Command('npm run invoke --')
    .description('Runs one function with its sample event, in a fresh stack on which nothing else works.')
    .argument('[function]', 'its id, as in shared/manifest: calls/make-call')
    .argument('[event]', 'an event file instead of the sample in events/')
    .option('--all', 'every function, one line each')
    .allowExcessArguments(false)
    .parse();
  const [functionId, eventFile] = command.processedArgs;
  if (functionId === undefined && !command.opts().all) throw new StackError(USAGE);
  const row = functionId === undefined ? undefined : findRow(functionId);
  const stack = await startLocalStack({ workers: false, logToTerminal: process.env['LOG'] === '1' });
  try {
    return row ? await invokeOne(stack, row, eventFile) : await invokeAll(stack);
  } finally {
    await stack.stop();
  }
}

async function invokeOne(stack: LocalStack, row: ManifestRow, eventFile?: string): Promise<boolean> {
  const { answer, isHandled, frames } = await invokeFunction(stack, row, eventFile);
  console.log(terminalJson(readable(answer) ?? null));
  for (const frame of frames) console.error(`sent to the carrier: ${terminalText(frame)}`);
  return isHandled;
}

async function invokeAll(stack: LocalStack): Promise<boolean> {
  const table = new Table({ head: ['function', 'answer', 'time'], colAligns: ['left', 'left', 'right'], ...plain });
  let isAllHandled = true;
  for (const row of manifest.filter(isSimulated)) {
    const { summary, isHandled, milliseconds } = await summarize(stack, row);
    table.push([row.id, terminalText(summary), `${milliseconds.toFixed(0)} ms`]);
    isAllHandled &&= isHandled;
  }
  console.log(table.toString());
  return isAllHandled;
}

async function summarize(stack: LocalStack, row: ManifestRow) {
  try {
    const { answer, isHandled, milliseconds } = await invokeFunction(stack, row);
    return { summary: `${isHandled ? '' : 'FAILED '}${shorten(answer)}`, isHandled, milliseconds };
  } catch (error) {
    return { summary: `CRASHED ${String(error)}`, isHandled: false, milliseconds: 0 };
  }
}

/** Parses the JSON in the body of an answer. */
function readable(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('body' in answer)) return answer;
  try {
    return { ...answer, body: JSON.parse(String(answer.body)) };
  } catch {
    return answer;
  }
}

function shorten(answer: unknown): string {
  const { statusCode, body, ...rest } = v.parse(v.looseObject({}), readable(answer) ?? {});
  const said = statusCode === undefined ? rest : body;
  const status = statusCode === undefined ? '' : `${JSON.stringify(statusCode)} `;
  const line = status + (said === undefined || said === '' ? '' : JSON.stringify(said));
  return line.length > SUMMARY_LENGTH ? `${line.slice(0, SUMMARY_LENGTH - 1)}…` : line;
}

try {
  process.exit((await main()) ? 0 : 1);
} catch (error) {
  console.error(error instanceof StackError ? `invoke: ${error.message}` : error);
  process.exit(1);
}
