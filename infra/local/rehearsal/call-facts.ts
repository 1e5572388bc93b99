import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { createFileCallLogs } from '#infra/admin/trace/file-call-logs.ts';
import type { Stage } from '#infra/local/rehearsal/stage.ts';

const Turn = v.object({ overheadMs: v.number() });
const Tool = v.object({ tool: v.string() });

const PATIENCE_MS = 10_000;
const POLL_MS = 50;

/** What only the log of the functions tells of a call that is over: the tools called, and our share of each turn. */
export async function callFacts(stage: Stage, callId: number): Promise<{ tools: string[]; ourShareMs: number[] }> {
  const logs = createFileCallLogs(stage.logFile);
  const query = { userId: stage.userId, callId, connectionId: null, from: 0, to: Infinity };
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const lines = await logs.find(query);
    // The log is written in order, and somewhat after the fact: this is its last line of interest.
    if (lines.some(({ message }) => message === 'call finished')) {
      const fieldsOf = (message: string) =>
        lines.filter((line) => line.message === message).map(({ fields }) => fields);
      return {
        tools: fieldsOf('tool called').flatMap((fields) => (v.is(Tool, fields) ? [fields.tool] : [])),
        ourShareMs: fieldsOf('turn answered').flatMap((fields) => (v.is(Turn, fields) ? [fields.overheadMs] : [])),
      };
    }
    if (Date.now() > giveUpAt) throw new Error(`${stage.logFile} does not tell of the end of call ${callId}`);
    await sleep(POLL_MS);
  }
}
