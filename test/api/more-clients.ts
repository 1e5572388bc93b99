import * as v from 'valibot';
import type { ClientRequest, Ids } from '#test/api/clients.ts';
import * as shapes from '#test/api/shapes.ts';

const message = v.looseObject({ message: v.string() });
const phone_number = '+12025550145';

/** An assistant in the names of the record, as the public service documents it, with no more than it needs. */
export const leastAssistant = {
  name: 'Max',
  voice_id: 1,
  language_id: 5,
  type: 'outbound',
  mode: 'pipeline',
  timezone: 'Europe/Berlin',
  initial_message: 'Guten Tag!',
  system_prompt: 'Be kind.',
  llm_model_id: 1,
};

/** What other public clients of this API send, or the same clients in other releases. */
export const moreClients: Record<string, (ids: Ids) => ClientRequest[]> = {
  // It has the plural paths of the earlier documentation.
  'the first release of the Python client': (ids) => [
    {
      operation: 'create_assistant',
      request: 'POST /user/assistants',
      body: leastAssistant,
      answer: v.looseObject({ message: v.string(), data: v.looseObject({ id: v.number(), name: v.literal('Max') }) }),
    },
    { operation: 'delete_assistant', request: `DELETE /user/assistants/${ids.assistant}`, answer: message },
  ],
  'the agent plugin, which names an assistant in the path': ({ assistant: id, uuid }) =>
    [id, uuid, uuid.toUpperCase()].flatMap((name) =>
      ['webhook', 'inbound-webhook'].map((kind) => ({
        operation: `switch the ${kind} of ${name} on`,
        request: `POST /user/assistants/${name}/${kind}`,
        body: { webhook_url: 'https://example.com/agent' },
        answer: message,
      })),
    ),
  'the newest release of the Python client': (ids) => [
    {
      operation: 'send_sms',
      request: 'POST /user/sms',
      body: { to: phone_number, message: 'Hello.', from: ids.number },
      answer: v.looseObject({ data: v.looseObject({ ...shapes.smsRecord.entries, body: v.literal('Hello.') }) }),
    },
    {
      operation: 'update_campaign_status',
      request: 'POST /user/campaigns/update-status',
      body: { campaign_id: ids.draft, status: 'start' },
      answer: message,
    },
  ],
  'a portal for resellers': (ids) => [
    {
      operation: 'send an SMS',
      request: 'POST /user/sms',
      body: { to: phone_number, message: 'Hello.', from: String(ids.number) },
      answer: message,
    },
    { operation: 'delete a campaign', request: `DELETE /user/campaigns/${ids.draft}`, answer: message },
  ],
};
