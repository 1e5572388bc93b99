import { ApiError, type CallDetail, ConnectionError, defined, RingbackError } from '@ringback/client';
import { filters } from '@ringback/client/filters';
import * as operations from '@ringback/client/operations';
import { z } from 'zod';
import { head, headOf, whole, wholeOf } from '../call-records.ts';
import { confirm, costsMoney, shown, withoutConsent } from '../consent.ts';
import { createMarks, note, withoutMarks } from '../marks.ts';
import {
  about,
  answer,
  before_id,
  COSTS_MONEY,
  DELETES,
  givenVariables,
  id,
  limit,
  READS,
  type Tools,
} from '../tool.ts';

export function callTools({ server, register, ringback }: Tools): void {
  register(
    'list_calls',
    {
      ...about(operations.listCalls, { more: 'get_call has the conversation.' }),
      inputSchema: {
        limit,
        before_id,
        type: z.enum(filters.listCalls.type).optional(),
        outcome: z.enum(filters.listCalls.outcome).optional().describe('Outcome of the call.'),
        phone_number: z.string().optional().describe('Number of the customer, +1….'),
        assistant_id: id('an assistant').optional(),
        campaign_id: id('a campaign').optional(),
        date_from: z.iso.date().optional().describe('UTC day.'),
        date_to: z.iso.date().optional().describe('UTC day.'),
      },
      outputSchema: { total: z.number(), note, calls: z.array(z.object(head)) },
      annotations: READS,
    },
    ({ limit: count, ...filters }) =>
      answer(async () => {
        const page = await ringback.calls.list({ ...filters, include: 'outcome', per_page: count });
        const marks = createMarks();
        return { total: page.total, note: marks.note, calls: page.data.map((call) => headOf(call, marks)) };
      }),
  );
  register(
    'get_call',
    {
      ...about(operations.getCall),
      inputSchema: { call_id: id('the call') },
      outputSchema: whole,
      annotations: READS,
    },
    ({ call_id }) => answer(async () => wholeOf(await ringback.calls.get(call_id))),
  );
  makeCallTool({ server, register, ringback });
  waitForCallTool({ server, register, ringback });
  endCallTool({ server, register, ringback });
}

function makeCallTool({ server, register, ringback }: Tools): void {
  register(
    'make_call',
    {
      ...about(operations.makeCall, {
        more:
          'A call reaches a person, so the user must agree. The tool answers immediately; wait_for_call ' +
          'waits for the end of the call.',
      }),
      inputSchema: {
        phone_number: z.string().describe('Number of the customer with country code, +12025550100.'),
        assistant_id: id('an outbound assistant'),
        variables: givenVariables
          .optional()
          .describe('Values of the placeholders of the assistant: {"customer_name": "Ada"}.'),
        confirm,
      },
      outputSchema: {
        call_id: z.number(),
        status: z.string(),
        missing_variables: z.array(z.string()).optional().describe('Placeholders without a value.'),
      },
      annotations: COSTS_MONEY,
    },
    async ({ confirm: confirmed, ...given }, { signal }) => {
      const call = withoutMarks(given);
      const action = `Call ${shown(call.phone_number)} with assistant ${call.assistant_id}`;
      const refusal = await withoutConsent(server, costsMoney(action), { confirmed, signal });
      if (refusal) return refusal;
      return answer(async () => {
        const { call_id, status, data } = await ringback.calls.make(call, { signal });
        return { call_id, status, ...defined({ missing_variables: data.missing_variables }) };
      });
    },
  );
}

function endCallTool({ register, ringback }: Tools): void {
  register(
    'end_call',
    {
      ...about(operations.endCall, { more: 'Use this tool only when the user asks for it: it cuts the customer off.' }),
      inputSchema: { call_id: id('the call') },
      outputSchema: {
        call_id: z.number(),
        status: z.string().describe('Status at this moment; a live call is over moments later.'),
      },
      annotations: DELETES,
    },
    ({ call_id }) =>
      answer(async () => {
        const { id: ended, status } = await ringback.calls.end(call_id);
        return { call_id: ended, status };
      }),
  );
}

const SHORTEST_LOOK_MS = 1000;

function waitForCallTool({ register, ringback }: Tools): void {
  register(
    'wait_for_call',
    {
      title: 'Wait for a call',
      description:
        'Waits until a call is over, and answers with its transcript. If finished is false, the call goes on: wait again.',
      inputSchema: {
        call_id: id('the call'),
        timeout_seconds: z.number().int().min(1).max(600).default(50).describe('Seconds to wait.'),
      },
      outputSchema: whole,
      annotations: READS,
    },
    ({ call_id, timeout_seconds }, { signal, sendNotification, _meta: meta }) =>
      answer(async () => {
        let steps = 0;
        let seen = await ringback.calls.get(call_id, { signal });
        const onStatus = (call: CallDetail) => {
          seen = call;
          const progressToken = meta?.progressToken;
          if (progressToken === undefined) return;
          steps += 1;
          const params = { progressToken, progress: steps, message: call.status };
          // A client that does not listen does not stop the wait.
          sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
        };
        const timeout = timeout_seconds * 1000;
        return wholeOf(
          await ringback
            .waitForCall(call_id, { signal, timeout, interval: SHORTEST_LOOK_MS, onStatus })
            .catch((error: unknown) => {
              if (error instanceof RingbackError && !(error instanceof ApiError || error instanceof ConnectionError))
                return seen;
              throw error;
            }),
        );
      }),
  );
}
