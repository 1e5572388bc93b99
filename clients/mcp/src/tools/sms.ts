import type { ListedSms } from '@ringback/client';
import { filters } from '@ringback/client/filters';
import * as operations from '@ringback/client/operations';
import { z } from 'zod';
import { createMarks, type Marks, note } from '../marks.ts';
import { about, answer, before_id, id, limit, READS, type Tools } from '../tool.ts';

/** The fields of an SMS. */
const message = {
  id: z.number(),
  direction: z.string(),
  status: z.string(),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  error: z.string().nullable().describe('Why it was not sent or not delivered.'),
  opt_out: z.string().nullable(),
  total_cost: z.number(),
  created_at: z.string().describe('UTC.'),
};

export function smsTools({ register, ringback }: Tools): void {
  register(
    'list_sms',
    {
      ...about(operations.listSms),
      inputSchema: {
        limit,
        before_id,
        status: z.enum(filters.listSms.status).optional(),
        direction: z.enum(filters.listSms.direction).optional(),
        phone_number: z.string().optional().describe('Number of the customer, +1….'),
        date_from: z.iso.date().optional().describe('UTC day.'),
        date_to: z.iso.date().optional().describe('UTC day.'),
      },
      outputSchema: { total: z.number(), note, messages: z.array(z.object(message)) },
      annotations: READS,
    },
    ({ limit: count, ...wanted }) =>
      answer(async () => {
        const page = await ringback.sms.list({ ...wanted, per_page: count });
        const marks = createMarks();
        return { total: page.total, note: marks.note, messages: page.data.map((sms) => messageOf(sms, marks)) };
      }),
  );
  register(
    'get_sms',
    {
      ...about(operations.getSms),
      inputSchema: { sms_id: id('the SMS') },
      outputSchema: { ...message, note },
      annotations: READS,
    },
    ({ sms_id }) =>
      answer(async () => {
        const marks = createMarks();
        return { ...messageOf(await ringback.sms.get(sms_id), marks), note: marks.note };
      }),
  );
}

/** What a customer has written is marked. The sender of an inbound SMS may have any name. */
function messageOf(sms: ListedSms, marks: Marks) {
  const { id: smsId, direction, status, from, to, body, error, opt_out, total_cost, created_at } = sms;
  return {
    id: smsId,
    direction,
    status,
    from: marks.address(from),
    to: marks.address(to),
    body: direction === 'inbound' ? marks.text(body) : body,
    error,
    opt_out,
    total_cost,
    created_at,
  };
}
