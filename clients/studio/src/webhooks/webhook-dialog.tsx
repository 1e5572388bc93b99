import type { Assistant } from '@ringback/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TestEvent } from './test-event.tsx';
import { urlProblem } from './web-address.ts';
import { saveWebhooks } from '../requests/webhooks/save-webhooks.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
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
        <TestEvent url={every.trim() || inbound.trim()} event="call.completed" />
        <div class="button-row end">
          <button type="submit" class="button primary" disabled={isBusy}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
