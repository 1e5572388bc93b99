import type { TestedWebhook, WebhookTest } from '@ringback/client';
import { Send } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { attemptText, isSuccess } from './delivery-words.ts';
import { urlProblem } from './web-address.ts';
import { sendTestEvent } from '../requests/webhooks/send-test-event.ts';
import { useAction } from '../ui/use-action.ts';

/** Sends a test event to the typed address, before it is saved. */
export function TestEvent({ url, event }: { url: string; event: WebhookTest['event'] }): JSX.Element {
  const [tested, setTested] = useState<TestedWebhook>();
  const test = useAction(async () => setTested(await sendTestEvent(url, event)));
  return (
    <div class="button-row">
      <button
        type="button"
        class="button"
        disabled={test.isBusy || url === '' || urlProblem(url) !== undefined}
        onClick={() => void test.run()}
      >
        <Send size={15} aria-hidden="true" /> {test.isBusy ? 'Sending…' : 'Send a test event'}
      </button>
      <span role="status">
        {tested === undefined ? null : (
          <span class={`test-answer ${isSuccess(tested) ? 'yes' : 'no'}`}>{attemptText(tested)}</span>
        )}
      </span>
    </div>
  );
}
