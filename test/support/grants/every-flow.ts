import { runCampaignDemo } from '#infra/local/demo/run-campaign-demo.ts';
import { runInboundDemo } from '#infra/local/demo/run-inbound-demo.ts';
import { runMultimodalDemo } from '#infra/local/demo/run-multimodal-demo.ts';
import { invokeFunction } from '#infra/local/invoke/invoke-function.ts';
import { startWorkers } from '#infra/local/stack/start-workers.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import {
  callDifficultCustomers,
  callWithEveryModel,
  fetchRecordingsTooEarly,
  moveNumbers,
  refuseWithKeys,
  untilAllCallsAreOver,
} from '#test/support/grants/all-requests.ts';
import { sealLongHistory } from '#test/support/grants/long-history.ts';
import { failWebhook, loseAnswersOfTheCarrier, sendNonsense, waitForLong } from '#test/support/grants/lost-and-late.ts';
import type { RunningStack } from '#test/support/local-stack.ts';

const quietly = () => undefined;

/** Everything that the service does, and what it does when things go wrong, on a stack whose workers do not work yet. */
export async function runEveryFlow(running: RunningStack, closers: AsyncDisposableStack): Promise<void> {
  const { stack, api } = running;
  for (const row of manifest) {
    const { answer } = await invokeFunction(stack, row);
    await follow(answer);
  }
  await loseAnswersOfTheCarrier(stack);
  await waitForLong(stack);
  await sealLongHistory(running);
  startWorkers(manifest, stack.queues, stack.runtime, closers);
  await sendNonsense(stack);
  await refuseWithKeys(api);
  await moveNumbers(running);
  await callWithEveryModel(running);
  await callDifficultCustomers(running);
  await fetchRecordingsTooEarly(running);
  await untilAllCallsAreOver(running);
  const { body } = await api<{ data: Array<{ id: number }> }>('GET', '/user/calls?phone_number=%2B12025550156');
  await failWebhook(stack, 1, body.data[0]!.id);
  await runInboundDemo(stack, quietly);
  // Whether they show everything is for their own tests to say.
  await Promise.allSettled([runMultimodalDemo(stack, quietly), runCampaignDemo(stack, quietly)]);
}

/** A signed address is followed with the rights of the function that signed it. */
async function follow(answer: unknown): Promise<void> {
  const { statusCode, headers = {} } = (answer ?? {}) as { statusCode?: number; headers?: Record<string, string> };
  if (statusCode === 302) await fetch(headers['location']!);
}
