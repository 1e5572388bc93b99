import type { WebhookSecret } from '@ringback/client';
import { Eye, RefreshCw } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { getSecret } from '../requests/webhooks/get-secret.ts';
import { rotateSecret } from '../requests/webhooks/rotate-secret.ts';
import { CopyLine } from '../ui/copy.tsx';
import { confirm } from '../ui/dialog.tsx';
import { Card } from '../ui/page.tsx';
import { Time } from '../ui/record-parts.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';

/** The secret that signs the webhooks. It is read when it is asked for. */
export function SecretCard(): JSX.Element {
  const [secret, setSecret] = useState<WebhookSecret>();
  const show = useAction(async () => setSecret(await getSecret()));
  const rotate = useAction(async () => {
    const question = { title: 'Make a new secret?', text: rotateSecret.about, action: 'Make a new one' };
    if (!(await confirm(question))) return;
    setSecret(await rotateSecret());
    toast('A new secret signs from now on.');
  });
  return (
    <Card
      title="Signing secret"
      actions={
        <span class="button-row">
          {secret === undefined ? (
            <button type="button" class="button small" disabled={show.isBusy} onClick={() => void show.run()}>
              <Eye size={14} aria-hidden="true" /> Show
            </button>
          ) : null}
          <button type="button" class="button small" disabled={rotate.isBusy} onClick={() => void rotate.run()}>
            <RefreshCw size={14} aria-hidden="true" /> Make a new one
          </button>
        </span>
      }
    >
      <div class="stack">
        <p class="soft">
          Your server verifies the signature of a webhook with this secret, as{' '}
          <a href="https://www.standardwebhooks.com/">Standard Webhooks</a> describes.
        </p>
        {secret === undefined ? null : <CopyLine text={secret.secret} label="Copy secret" />}
        {(secret?.previous ?? []).map((old) => (
          <div key={old.secret}>
            <p class="small soft">
              Signs as well{old.expires_at === null ? '' : ', until '}
              {old.expires_at === null ? '' : <Time at={old.expires_at} />}
            </p>
            <CopyLine text={old.secret} />
          </div>
        ))}
      </div>
    </Card>
  );
}
