import { ApiError, type Call, type CallDetail, ConnectionError, isOpen, RingbackError } from '@ringback/client';
import { filters } from '@ringback/client/filters';
import { z } from 'zod';
import {
  answer,
  confirm,
  COSTS_MONEY,
  DELETES,
  id,
  limit,
  READS,
  type Tools,
  variables,
  withoutConsent,
} from '../tool.ts';

const head = {
  id: z.number(),
  type: z.string(),
  status: z.string(),
  outcome: z.string().nullable().describe('What came of the call, in one word; null until it is settled.'),
  assistant_name: z.string(),
  client_phone_number: z.string(),
  duration: z.number().describe('Seconds.'),
  total_cost: z.number(),
  answered_by: z.string(),
  created_at: z.string().describe('UTC.'),
};

const reason = z.object({ by: z.string(), code: z.string(), text: z.string() });

const whole = {
  ...head,
  finished: z.boolean(),
  end_reason: z.string().nullable(),
  reason: reason.nullable().describe('Who or what ended the call.'),
  transcript: z.string(),
  evaluation: variables.describe('What the assistant was to find out, by the names of its post-call schema.'),
  variables,
  recording_url: z.string().optional(),
};

const headOf = (call: Call) => ({
  id: call.id,
  type: call.type,
  status: call.status,
  outcome: call.outcome ?? null,
  assistant_name: call.assistant_name,
  client_phone_number: call.client_phone_number,
  duration: call.duration,
  total_cost: call.total_cost,
  answered_by: call.answered_by,
  created_at: call.created_at,
});

const wholeOf = (call: CallDetail) => ({
  ...headOf(call),
  finished: !isOpen(call),
  end_reason: call.end_reason,
  reason: call.reason,
  transcript: call.transcript,
  evaluation: call.evaluation,
  variables: call.variables,
  ...(call.recording_url === undefined ? {} : { recording_url: call.recording_url }),
});

export function callTools({ server, ringback }: Tools): void {
  server.registerTool(
    'list_calls',
    {
      title: 'List calls',
      description: 'Lists calls, newest first. get_call has the conversation.',
      inputSchema: {
        limit,
        type: z.enum(filters.listCalls.type).optional(),
        outcome: z.enum(filters.listCalls.outcome).optional().describe('What came of the call.'),
        phone_number: z.string().optional().describe('Number of the customer, +1….'),
        assistant_id: id('an assistant').optional(),
        campaign_id: id('a campaign').optional(),
        date_from: z.iso.date().optional().describe('UTC day.'),
        date_to: z.iso.date().optional().describe('UTC day.'),
      },
      outputSchema: { total: z.number(), calls: z.array(z.object(head)) },
      annotations: READS,
    },
    ({ limit: count, ...filters }) =>
      answer(async () => {
        const page = await ringback.calls.list({ ...filters, include: 'outcome', per_page: count });
        return { total: page.total, calls: page.data.map(headOf) };
      }),
  );
  server.registerTool(
    'get_call',
    {
      title: 'Get a call',
      description: 'Shows a call with its transcript and what the assistant found out.',
      inputSchema: { call_id: id('the call') },
      outputSchema: whole,
      annotations: READS,
    },
    ({ call_id }) => answer(async () => wholeOf(await ringback.calls.get(call_id))),
  );
  deliveriesTool({ server, ringback });
  makeCallTool({ server, ringback });
  waitForCallTool({ server, ringback });
  endCallTool({ server, ringback });
}

function deliveriesTool({ server, ringback }: Tools): void {
  server.registerTool(
    'list_webhook_deliveries',
    {
      title: 'List webhook deliveries',
      description: 'Shows whether the webhooks of a call have arrived, with each attempt.',
      inputSchema: { call_id: id('the call') },
      outputSchema: {
        deliveries: z.array(
          z.object({ id: z.string(), event: z.string(), url: z.string(), status: z.string(), attempts: z.number() }),
        ),
      },
      annotations: READS,
    },
    ({ call_id }) =>
      answer(async () => ({
        deliveries: (await ringback.webhooks.deliveries(call_id)).map(({ id, event, url, status, attempts }) => ({
          id,
          event,
          url,
          status,
          attempts: attempts.length,
        })),
      })),
  );
}

function makeCallTool({ server, ringback }: Tools): void {
  server.registerTool(
    'make_call',
    {
      title: 'Make a phone call',
      description:
        'Calls a person: an outbound assistant talks to them. It costs money and cannot be taken back, so the user must agree. ' +
        'Answers at once; wait_for_call waits for the conversation.',
      inputSchema: {
        phone_number: z.string().describe('Number of the customer with country code, +12025550100.'),
        assistant_id: id('an outbound assistant'),
        variables: variables.optional().describe('Fill the placeholders of the assistant: {"customer_name": "Ada"}.'),
        confirm,
      },
      outputSchema: {
        call_id: z.number(),
        status: z.string(),
        missing_variables: z.array(z.string()).optional().describe('Placeholders that stay unfilled.'),
      },
      annotations: COSTS_MONEY,
    },
    async ({ confirm: confirmed, ...call }, { signal }) => {
      const what = `Call ${call.phone_number} with assistant ${call.assistant_id}`;
      const refusal = await withoutConsent(server, what, { confirmed, signal });
      if (refusal) return refusal;
      return answer(async () => {
        const { call_id, status, data } = await ringback.calls.make(call, { signal });
        return { call_id, status, ...(data.missing_variables ? { missing_variables: data.missing_variables } : {}) };
      });
    },
  );
}

function endCallTool({ server, ringback }: Tools): void {
  server.registerTool(
    'end_call',
    {
      title: 'End a call',
      description:
        'Hangs up a live call, or cancels one that waits. The customer hears it: use it only when the user asks for it.',
      inputSchema: { call_id: id('the call') },
      outputSchema: {
        call_id: z.number(),
        status: z.string().describe('As it is now; a live call is over moments later.'),
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

function waitForCallTool({ server, ringback }: Tools): void {
  server.registerTool(
    'wait_for_call',
    {
      title: 'Wait for a call',
      description:
        'Waits until a call is over, and shows it with its transcript. When the time is up, finished is false: wait again.',
      inputSchema: {
        call_id: id('the call'),
        timeout_seconds: z.number().int().min(1).max(600).default(50).describe('How long to wait.'),
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
          // A client that does not listen is no reason to stop.
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
