import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TestEvent } from './test-event.tsx';
import { urlProblem } from './web-address.ts';
import { getSmsWebhook } from '../requests/webhooks/get-sms-webhook.ts';
import { saveSmsWebhook } from '../requests/webhooks/save-sms-webhook.ts';
import { useQuery } from '../service/query.ts';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.tsx';

/** Where the events of SMS go, of the whole account. */
export function SmsWebhookCard(): JSX.Element {
  const address = useQuery(getSmsWebhook());
  return (
    <Card title="Events of SMS">
      <Loaded of={address} lines={2}>
        {(url) => <SmsWebhookForm key={url ?? ''} saved={url ?? ''} />}
      </Loaded>
    </Card>
  );
}

function SmsWebhookForm({ saved }: { saved: string }): JSX.Element {
  const [url, setUrl] = useState(saved);
  const { onSubmit, isBusy, problems, failure } = useSubmit({
    check: () => ({ sms_webhook_url: urlProblem(url) }),
    send: async () => {
      await saveSmsWebhook(url.trim());
      toast(url.trim() === '' ? 'Events of SMS are off.' : 'Events of SMS are posted to this address.');
    },
  });
  return (
    <form class="stack" onSubmit={onSubmit} noValidate>
      <TextField
        label="When an SMS is sent, delivered or received"
        type="url"
        hint="If it is empty, nothing is posted."
        placeholder="https://crm.example.com/hooks/sms"
        problem={problems['sms_webhook_url']}
        value={url}
        onInput={setUrl}
      />
      {failure}
      <TestEvent url={url.trim()} event="sms.received" />
      <div class="button-row end">
        <button type="submit" class="button primary" disabled={isBusy || url.trim() === saved}>
          {isBusy ? 'Saving…' : 'Save'}
        </button>
      </div>
    </form>
  );
}
