import { connectSimulator } from './simulator-call.ts';
import {
  type WebCall,
  type WebCallEvent,
  type WebCallOptions,
  type WebCallPass,
  WebCallRefused,
} from './web-call-types.ts';

export * from './web-call-types.ts';

/**
 * Starts a call from the page to an assistant. The promise is kept once the call is answered.
 * @throws WebCallRefused if the service or the carrier refuses it, or the signal is aborted before the answer
 */
export async function startWebCall(options: WebCallOptions): Promise<WebCall> {
  const { signal } = options;
  signal?.throwIfAborted();
  let isOver = false;
  const onEvent = (event: WebCallEvent) => {
    if (isOver) return;
    isOver = event.type === 'ended';
    options.onEvent(event);
  };
  const hungUp = Promise.withResolvers<never>();
  const hangUp = () => {
    onEvent({ type: 'ended', by: 'customer' });
    hungUp.reject(new WebCallRefused(0, 'The call was hung up.'));
  };
  signal?.addEventListener('abort', hangUp, { once: true });
  onEvent({ type: 'status', status: 'connecting' });
  return Promise.race([connect({ ...options, onEvent }), hungUp.promise]);
}

async function connect(options: WebCallOptions): Promise<WebCall> {
  const { signal } = options;
  const pass = await requestPass(options);
  signal?.throwIfAborted();
  if (pass.transport === 'simulator') return connectSimulator(pass, options);
  // Loaded on the first call only: the voice SDK is ten times as large as the rest.
  const { connectTwilio } = await import('./twilio-call.ts');
  signal?.throwIfAborted();
  return connectTwilio(pass, options, (message) => new WebCallRefused(0, message));
}

async function requestPass({ apiUrl, token, assistantId, widgetId, variables = {}, signal }: WebCallOptions) {
  const path = widgetId === undefined ? `/user/assistants/${assistantId}/web-call` : `/widget/${widgetId}/web-call`;
  const headers = new Headers({ 'content-type': 'application/json' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const body = JSON.stringify({ variables });
  const url = `${apiUrl.replace(/\/$/, '')}${path}`;
  const response = await fetch(url, { method: 'POST', headers, body, signal: signal ?? null }).catch(() => {
    throw new WebCallRefused(0, 'The service was not reached.');
  });
  const answer: { message?: string; data?: WebCallPass } = await response.json().catch(() => ({}));
  if (!response.ok || answer.data === undefined) {
    throw new WebCallRefused(response.status, answer.message ?? 'The call could not be started.');
  }
  return answer.data;
}
