import { startWebCall, type WebCallEvent } from '@ringback/widget/web-call';
import { type RunningStack, waitFor } from '#test/support/local-stack.ts';
import { createAssistant } from '#test/support/over-http.ts';

/** A page begins a call, hears the greeting and hangs up. */
export async function callFromPage({ api, baseUrl, token }: RunningStack): Promise<void> {
  const assistantId = await createAssistant(api);
  const events: WebCallEvent[] = [];
  const onEvent = (event: WebCallEvent) => void events.push(event);
  const options = { apiUrl: baseUrl, token: token(1), assistantId, variables: {}, onEvent };
  const call = await startWebCall(options);
  await waitFor('the greeting in the page', () => events.some(({ type }) => type === 'assistant'));
  call.hangUp();
  await waitFor('the end in the page', () => events.some(({ type }) => type === 'ended'));
}
