import * as v from 'valibot';
import type { UserStore } from '#shared/accounts/account.ts';
import { fillSentence, invalidFields, sentences } from '#shared/platform/errors.ts';
import { isCallableUrl } from '#shared/platform/http/callable-url.ts';
import { sentUrl } from '#shared/platform/http/record-fields.ts';

export const SmsWebhookRecord = v.pipe(
  v.strictObject({
    sms_webhook_url: v.pipe(
      v.nullable(sentUrl('https://crm.example.com/hooks/sms')),
      v.description('The address of the events of SMS, or null if there is none.'),
    ),
  }),
  v.title('SmsWebhookRecord'),
);
export type SmsWebhookRecord = v.InferOutput<typeof SmsWebhookRecord>;

export interface SmsWebhookDeps {
  users: Pick<UserStore, 'get'>;
}

export async function readSmsWebhook(userId: number, { users }: SmsWebhookDeps): Promise<SmsWebhookRecord> {
  return { sms_webhook_url: (await users.get(userId))?.smsWebhookUrl ?? null };
}

export interface SetSmsWebhookDeps {
  users: Pick<UserStore, 'setSmsWebhook'>;
  allowLoopback: boolean;
}

/** `null`: no more events are made, and those that wait are not sent. @throws AppError validation_failed */
export async function setSmsWebhook(
  { userId, url }: { userId: number; url: string | null | undefined },
  deps: SetSmsWebhookDeps,
): Promise<SmsWebhookRecord> {
  if (url === undefined) throw refused(sentences.required);
  if (url !== null && !isCallableUrl(url, deps)) throw refused(sentences.url);
  await deps.users.setSmsWebhook(userId, url);
  return { sms_webhook_url: url };
}

const refused = (sentence: string) => invalidFields({ sms_webhook_url: [fillSentence(sentence, 'sms_webhook_url')] });
