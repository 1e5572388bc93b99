import { startWebCall, type WebCallEvent } from '@ringback/widget/web-call';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { type RunningStack, waitFor } from '#test/support/local-stack.ts';

/** A page begins a call, hears the greeting and hangs up. */
export async function callFromPage({ api, baseUrl, token }: RunningStack): Promise<void> {
  const { body } = await api<{ data: { id: number } }>('POST', '/user/assistant', assistantRequest());
  const events: WebCallEvent[] = [];
  const onEvent = (event: WebCallEvent) => void events.push(event);
  const options = { apiUrl: baseUrl, token: token(1), assistantId: body.data.id, variables: {}, onEvent };
  const call = await startWebCall(options);
  await waitFor('the greeting in the page', () => events.some(({ type }) => type === 'assistant'));
  call.hangUp();
  await waitFor('the end in the page', () => events.some(({ type }) => type === 'ended'));
}
