import { filters } from '@ringback/client/filters';
import * as operations from '@ringback/client/operations';
import { z } from 'zod';
import { confirm, costsMoney, shown, withoutConsent } from '../consent.ts';
import { withoutMarks } from '../marks.ts';
import { about, answer, COSTS_MONEY, id, READS, type Tools } from '../tool.ts';

const named = z.object({ id: z.number(), name: z.string() });

export function accountTools({ server, register, ringback }: Tools): void {
  register(
    'get_account',
    {
      ...about(operations.getCurrentUser, { more: 'The phone numbers of the account are in the answer, too.' }),
      outputSchema: {
        name: z.string(),
        total_balance: z.number(),
        calls_now: z.number(),
        calls_allowed: z.number(),
        phone_numbers: z.array(z.object({ id: z.number(), phone_number: z.string(), type_label: z.string() })),
      },
      annotations: READS,
    },
    () =>
      answer(async () => {
        const [me, numbers] = await Promise.all([ringback.me(), ringback.lookups.numbers()]);
        const { name, total_balance, calls_now, calls_allowed } = me;
        const phone_numbers = numbers.map(({ id, phone_number, type_label }) => ({ id, phone_number, type_label }));
        return { name, total_balance, calls_now, calls_allowed, phone_numbers };
      }),
  );
  register(
    'list_lookups',
    {
      title: 'List voices, models and languages',
      description: 'Lists the voices of an engine, the language models and the languages, for create_assistant.',
      inputSchema: { engine: z.enum(filters.listVoices.mode).default('pipeline').describe('Engine of the voices.') },
      outputSchema: { voices: z.array(named), models: z.array(named), languages: z.array(named) },
      annotations: READS,
    },
    ({ engine }) =>
      answer(async () => {
        const { lookups } = ringback;
        const lists = await Promise.all([lookups.voices({ mode: engine }), lookups.models(), lookups.languages()]);
        const [voiceList, modelList, languageList] = lists.map((list) => list.map(({ id, name }) => ({ id, name })));
        return { voices: voiceList, models: modelList, languages: languageList };
      }),
  );
  smsTool({ server, register, ringback });
}

function smsTool({ server, register, ringback }: Tools): void {
  register(
    'send_sms',
    {
      ...about(operations.sendSms, { more: 'An SMS cannot be taken back, so the user must agree.' }),
      inputSchema: {
        from: id('one of the phone numbers of get_account'),
        to: z.string().describe('Number with country code, +12025550100.'),
        body: z.string().max(300),
        confirm,
      },
      outputSchema: { id: z.number(), status: z.string(), segments: z.number(), total_cost: z.number() },
      annotations: COSTS_MONEY,
    },
    async ({ confirm: confirmed, ...given }, { signal }) => {
      const sms = withoutMarks(given);
      const action = costsMoney(`Send to ${shown(sms.to)}: ${shown(sms.body)}`);
      const refusal = await withoutConsent(server, action, { confirmed, signal });
      if (refusal) return refusal;
      return answer(async () => {
        const { id, status, segments, total_cost } = await ringback.sms.send(sms, { signal });
        return { id, status, segments, total_cost };
      });
    },
  );
}
