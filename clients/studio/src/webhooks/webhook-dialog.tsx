import type { Assistant, TestedWebhook } from '@ringback/client';
import { Send } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { attemptText, isSuccess } from './delivery-words.ts';
import { urlProblem } from './web-address.ts';
import { saveWebhooks } from '../requests/webhooks/save-webhooks.ts';
import { sendTestEvent } from '../requests/webhooks/send-test-event.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { useSubmit } from '../ui/use-submit.tsx';

interface WebhookDialogProps {
  assistant: Assistant;
  onClose: () => void;
}

/** The two addresses of an assistant; an empty one is switched off. */
export function WebhookDialog({ assistant, onClose }: WebhookDialogProps): JSX.Element {
  const before = {
    every: assistant.is_webhook_active ? (assistant.webhook_url ?? '') : '',
    inbound: assistant.inbound_webhook_url ?? '',
  };
  const [every, setEvery] = useState(before.every);
  const [inbound, setInbound] = useState(before.inbound);
  const { onSubmit, isBusy, problems, failure } = useSubmit({
    check: () => ({ every: urlProblem(every), inbound: urlProblem(inbound) }),
    send: async () => {
      await saveWebhooks(assistant.id, before, { every: every.trim(), inbound: inbound.trim() });
      toast('The webhooks are changed.');
      onClose();
    },
  });
  return (
    <Dialog title={`Webhooks of ${assistant.name}`} onClose={onClose}>
      <form class="stack" onSubmit={onSubmit} noValidate>
        <TextField
          label="After every call"
          type="url"
          hint="If it is empty, nothing is posted."
          placeholder="https://crm.example.com/hooks/calls"
          problem={problems['every'] ?? problems['webhook_url']}
          value={every}
          onInput={setEvery}
        />
        <TextField
          label="After inbound calls"
          type="url"
          hint="If it is empty, nothing is posted."
          placeholder="https://crm.example.com/hooks/inbound"
          problem={problems['inbound']}
          value={inbound}
          onInput={setInbound}
        />
        {failure}
        <TestEvent url={every.trim() || inbound.trim()} />
        <div class="button-row end">
          <button type="submit" class="button primary" disabled={isBusy}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Sends a test event to the typed address, before it is saved. */
function TestEvent({ url }: { url: string }): JSX.Element {
  const [tested, setTested] = useState<TestedWebhook>();
  const test = useAction(async () => setTested(await sendTestEvent(url)));
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
