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
 * @throws WebCallRefused if the service or the carrier refuses it
 */
export async function startWebCall(options: WebCallOptions): Promise<WebCall> {
  let isOver = false;
  const onEvent = (event: WebCallEvent) => {
    if (isOver) return;
    isOver = event.type === 'ended';
    options.onEvent(event);
  };
  onEvent({ type: 'status', status: 'connecting' });
  const pass = await requestPass(options);
  if (pass.transport === 'simulator') return connectSimulator(pass, { ...options, onEvent });
  // Loaded on the first call only: the voice SDK is ten times as large as the rest.
  const { connectTwilio } = await import('./twilio-call.ts');
  return connectTwilio(pass, { ...options, onEvent }, (message) => new WebCallRefused(0, message));
}

async function requestPass({ apiUrl, token, assistantId, widgetId, variables = {} }: WebCallOptions) {
  const path = widgetId === undefined ? `/user/assistants/${assistantId}/web-call` : `/widget/${widgetId}/web-call`;
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : authorization(token)) };
  const body = JSON.stringify({ variables });
  const response = await fetch(`${apiUrl.replace(/\/$/, '')}${path}`, { method: 'POST', headers, body }).catch(() => {
    throw new WebCallRefused(0, 'The service was not reached.');
  });
  const answer: { message?: string; data?: WebCallPass } = await response.json().catch(() => ({}));
  if (!response.ok || answer.data === undefined) {
    throw new WebCallRefused(response.status, answer.message ?? 'The call could not be started.');
  }
  return answer.data;
}

const authorization = (token: string) => ({ authorization: `Bearer ${token}` });
