import { callIn } from '#infra/drive/call-in/call-in.ts';
import { runInboundDemo } from '#infra/drive/demo/run-inbound-demo.ts';
import { runMultimodalDemo } from '#infra/drive/demo/run-multimodal-demo.ts';
import { findRow, invokeFunction } from '#infra/drive/invoke/invoke-function.ts';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import { startWorkers } from '#infra/local/compose/start-workers.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import {
  callDifficultCustomers,
  callWithEveryModel,
  closeInvokedCalls,
  fetchMissingRecordings,
  moveNumbers,
  manageKeys,
  manageTools,
  nameByUuid,
  refuseWithKeys,
  revokeTokens,
  untilAllCallsAreOver,
} from '#test/slow/grants/all-requests.ts';
import {
  askSilentCustomers,
  leaveTheModel,
  loseTheConnection,
  loseTheModel,
  recogniseLate,
} from '#test/slow/grants/calls-in-progress.ts';
import { endCalls, findLostCalls, stopCallingAtOnce, waitInDialQueue } from '#test/slow/grants/crashed-dialer.ts';
import { closeLongHistory } from '#test/slow/grants/long-history.ts';
import { failWebhook, loseAnswersOfTheCarrier, sendNonsense, waitForLong } from '#test/slow/grants/lost-and-late.ts';
import { keepLongDoNotCallList, keepManyAssistants } from '#test/slow/grants/many-assistants.ts';
import { runSmallCampaign } from '#test/slow/grants/small-campaign.ts';
import { callFromPage } from '#test/slow/grants/web-call.ts';
import type { RunningStack } from '#test/support/local-stack.ts';

const quietly = { print: () => undefined, isVerbose: false };

/** Everything that the service does, and what it does when things go wrong, on a stack whose workers do not work yet. */
export async function runEveryFlow(running: RunningStack, closers: AsyncDisposableStack): Promise<void> {
  const { stack } = running;
  // Their threads start side by side; the events below have to follow one another.
  await Promise.all(manifest.map((row) => stack.runtime.warm([row])));
  // It waits for a worker that does not work: the others need not wait for it.
  const [patient, others] = [findRow('sms/send-sms'), manifest.filter(({ id }) => id !== 'sms/send-sms')];
  const waiting = invokeFunction(stack, patient);
  for (const row of others) await follow((await invokeFunction(stack, row)).answer);
  await waiting;
  await loseAnswersOfTheCarrier(stack);
  await waitForLong(stack);
  await closeLongHistory(running);
  await keepManyAssistants(running);
  await keepLongDoNotCallList(running);
  await recogniseLate(stack);
  await loseTheConnection(stack);
  await loseTheModel(stack);
  await leaveTheModel(stack);
  await askSilentCustomers(stack);
  await stopCallingAtOnce(stack);
  await waitInDialQueue(stack);
  await endCalls(stack);
  await closeInvokedCalls(running);
  startWorkers({ rows: manifest, queues: stack.queues, runtime: stack.runtime }, closers);
  // Whether the calls show everything is for their own tests to say.
  await Promise.all([runSmallCampaign(running), runMultimodalDemo(stack, quietly), refuse(running), call(running)]);
}

async function refuse(running: RunningStack): Promise<void> {
  await sendNonsense(running.stack);
  await refuseWithKeys(running.api);
  await nameByUuid(running.api);
  await manageTools(running.api);
  await manageKeys(running.api);
  await revokeTokens(running.api);
  await moveNumbers(running);
  await callInbound(running.stack);
}

/** On a busy machine the customer of the demo hangs up before they are answered. They call again. */
async function callInbound(stack: LocalStack): Promise<void> {
  const { address } = stack;
  const [number] = address.users[0]!.phone_numbers;
  const request = { simulatorUrl: address.simulator_url, to: number!.phone_number, from: '+12025550100' };
  await runInboundDemo(stack, quietly).catch(() => callIn(request, () => undefined));
}

/** Calls from which a busy machine kept the words that are evaluated. */
export async function callAgain(running: RunningStack): Promise<void> {
  await callWithEveryModel(running);
  await untilAllCallsAreOver(running);
}

async function call(running: RunningStack): Promise<void> {
  await callWithEveryModel(running);
  await callFromPage(running);
  await callDifficultCustomers(running);
  await fetchMissingRecordings(running);
  await untilAllCallsAreOver(running);
  const { body } = await running.api<{ data: Array<{ id: number }> }>('GET', '/user/calls?phone_number=%2B12025550156');
  await failWebhook(running.stack, 1, body.data[0]!.id);
  await findLostCalls(running);
}

/** A signed address is followed with the rights of the function that signed it. */
async function follow(answer: unknown): Promise<void> {
  const { statusCode, headers = {} } = (answer ?? {}) as { statusCode?: number; headers?: Record<string, string> };
  if (statusCode === 302) await fetch(headers['location']!);
}
