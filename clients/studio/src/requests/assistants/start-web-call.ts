import type { WebCall, WebCallOptions } from '@ringback/widget/web-call';
import { token } from '../../service/session.ts';

type Options = Pick<WebCallOptions, 'assistantId' | 'variables' | 'speech' | 'language' | 'signal' | 'onEvent'>;

/** Starts a call of this page to an assistant. Its module is loaded with the first call. */
export async function startWebCall(options: Options): Promise<WebCall> {
  const module = await import('@ringback/widget/web-call');
  return module.startWebCall({ apiUrl: `${location.origin}/api`, token: token() ?? '', ...options });
}
