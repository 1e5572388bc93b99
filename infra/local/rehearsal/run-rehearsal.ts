import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { checkExpectations, type Outcome, readTranscript } from '#infra/local/rehearsal/check-expectations.ts';
import type { DemoApi } from '#infra/local/rehearsal/demo-api.ts';
import { speechModelOf, isForSpeechModel } from '#infra/local/rehearsal/engines.ts';
import { findSilences } from '#infra/local/rehearsal/find-silence.ts';
import type { LoadedRehearsal } from '#infra/local/rehearsal/load-rehearsal.ts';
import type { MachineWatch } from '#infra/local/rehearsal/machine-wait.ts';
import { type CustomerServer, playedCustomer } from '#infra/local/rehearsal/played-customer.ts';
import type { Stage } from '#infra/local/rehearsal/stage.ts';
import { type RehearsedToolDeps, withTools } from '#infra/local/rehearsal/with-tools.ts';
import { createFileCallLogs } from '#infra/text/call-logs.ts';
import { callStatuses, isFinal } from '#shared/calls/call-status.ts';

export interface RehearsalDeps extends RehearsedToolDeps {
  stage: Stage;
  api: DemoApi;
  customers: CustomerServer;
  environment: Record<string, string | undefined>;
  machine: MachineWatch;
  /** Errors of played customers, by number. */
  problems: Map<string, string>;
}

export interface Result {
  rehearsal: LoadedRehearsal;
  seconds: number;
  /** Undefined when there was no call, or the call did not end. */
  outcome?: Outcome;
  /** Empty when it has passed. */
  failures: string[];
  /** It was made again, alone, because the machine was late. */
  isSecond?: boolean;
}

const POLL_MS = 50;
const PATIENCE_MS = 180_000;

/** Rehearses one call on a number of its own. Never throws: an error is a failure of the rehearsal. */
export async function runRehearsal(rehearsal: LoadedRehearsal, number: string, deps: RehearsalDeps): Promise<Result> {
  const startedAt = performance.now();
  const done = (rest: Pick<Result, 'outcome' | 'failures'>): Result => ({
    rehearsal,
    seconds: (performance.now() - startedAt) / 1000,
    ...rest,
  });
  try {
    await putOnLine(rehearsal, number, deps);
    const { result: call, ...requests } = await withTools(rehearsal.tools, deps, (toolIds) =>
      makeCall(rehearsal, number, toolIds, deps),
    );
    const silences = await silencesOf(number, deps);
    const outcome = { ...call, silences, speed: deps.stage.speed, toolRequests: Object.fromEntries(requests.counts) };
    const problem = deps.problems.get(number);
    const problems = problem === undefined ? [] : [`the customer could not go on: ${problem}`];
    return done({
      outcome,
      failures: [...problems, ...requests.problems, ...checkExpectations(rehearsal.expect, outcome)],
    });
  } catch (error) {
    return done({ failures: [error instanceof Error ? error.message : String(error)] });
  }
}

/** Sets the customer of the number at the simulated carrier. */
async function putOnLine(rehearsal: LoadedRehearsal, number: string, deps: RehearsalDeps): Promise<void> {
  const { customer } = rehearsal;
  const { picks_up, script, afterwards, greeting, beep, behaves_as, plays, model, max_turns: maxTurns } = customer;
  if (plays !== undefined) {
    deps.customers.put(number, playedCustomer({ plays, model, maxTurns, number, environment: deps.environment }));
  }
  const response = await fetch(`${deps.stage.simulatorUrl}/_simulator/behaviours`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      number,
      picks_up,
      script,
      afterwards,
      greeting,
      beep,
      behaves_as,
      ...(plays && { asks: deps.customers.url }),
      ...(isForSpeechModel(rehearsal) && { speech_model: speechModelOf(rehearsal.model) }),
    }),
  });
  if (!response.ok) throw new Error(`the simulated carrier refuses this customer: ${await response.text()}`);
}

/** The simulated carrier knows when each voice was heard. */
async function silencesOf(number: string, { stage: { simulatorUrl, speed }, machine }: RehearsalDeps) {
  const response = await fetch(`${simulatorUrl}/_simulator/calls?to=${encodeURIComponent(number)}`);
  return findSilences(await response.json(), (from, to) => (machine.latestBetween(from, to) / 1000) * (speed || 0));
}

async function makeCall(
  rehearsal: LoadedRehearsal,
  number: string,
  toolIds: readonly number[],
  { api, stage, machine }: RehearsalDeps,
) {
  const { assistant, variables } = rehearsal;
  const startedAt = Date.now();
  const isThere = typeof assistant['id'] === 'number';
  const assistantId = isThere ? Number(assistant['id']) : await api.createAssistant(withToolIds(assistant, toolIds));
  try {
    const { callId } = await api.makeCall({ phone_number: number, assistant_id: assistantId, variables });
    const call = await finished(callId, api);
    const facts = await callFacts(stage, callId);
    const toolCalls = rehearsal.tools.length === 0 ? [] : await api.toolCallsOf(callId);
    return {
      status: call.status,
      answeredBy: call.answered_by,
      duration: call.duration,
      lines: readTranscript(call.transcript),
      extracted: call.evaluation,
      ...facts,
      // The worker's log has no line about the call.
      tools: [...new Set([...facts.tools, ...toolCalls.map(({ name }) => name)])],
      toolCalls,
      machine: (machine.waitedBetween(startedAt, Date.now()) / 1000) * (stage.speed || 0),
    };
  } finally {
    if (!isThere) await api.deleteAssistant(assistantId);
  }
}

const withToolIds = (assistant: LoadedRehearsal['assistant'], toolIds: readonly number[]) =>
  toolIds.length === 0 ? assistant : { ...assistant, tool_ids: toolIds };

async function finished(callId: number, api: DemoApi) {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const call = await api.findCall(callId);
    const status = callStatuses.find((known) => known === call?.status);
    if (call && status && isFinal(status)) return call;
    if (Date.now() > giveUpAt) throw new Error(`the call was still ${status} after ${PATIENCE_MS / 1000} s`);
    await sleep(POLL_MS);
  }
}

const Turn = v.object({ overheadMs: v.number() });
const Tool = v.object({ tool: v.string() });
const Finished = v.object({ answeredBy: v.string() });

const LOG_PATIENCE_MS = 10_000;

/** The tools that were called, the model that answered, and our share of each turn. Only the log of the functions has them. */
async function callFacts(stage: Stage, callId: number): Promise<Pick<Outcome, 'tools' | 'model' | 'ourShareMs'>> {
  const logs = createFileCallLogs(stage.logFile);
  const query = { userId: stage.userId, callId, connectionId: null, from: 0, to: Infinity };
  const giveUpAt = Date.now() + LOG_PATIENCE_MS;
  for (;;) {
    const lines = await logs.find(query);
    // The log is written in order, and with a delay. This is the last line that is needed.
    if (lines.some(({ message }) => message === 'call finished')) {
      const fieldsOf = (message: string) =>
        lines.filter((line) => line.message === message).map(({ fields }) => fields);
      const [finished] = fieldsOf('call finished');
      return {
        model: v.is(Finished, finished) ? finished.answeredBy : undefined,
        tools: fieldsOf('tool called').flatMap((fields) => (v.is(Tool, fields) ? [fields.tool] : [])),
        ourShareMs: fieldsOf('turn answered').flatMap((fields) => (v.is(Turn, fields) ? [fields.overheadMs] : [])),
      };
    }
    if (Date.now() > giveUpAt) throw new Error(`${stage.logFile} has no line about the end of call ${callId}`);
    await sleep(POLL_MS);
  }
}
