import { type Call, type CallDetail, defined, isOpen } from '@ringback/client';
import { z } from 'zod';
import { createMarks, type Marks, note } from './marks.ts';
import { variables } from './tool.ts';

/** The fields of a call in a list. */
export const head = {
  id: z.number(),
  type: z.string(),
  status: z.string(),
  outcome: z.string().nullable().describe('Outcome of the call, in one word; null until the call is settled.'),
  assistant_name: z.string(),
  client_phone_number: z.string(),
  duration: z.number().describe('Seconds.'),
  total_cost: z.number(),
  answered_by: z.string(),
  created_at: z.string().describe('UTC.'),
};

const reason = z.object({ by: z.string(), code: z.string(), text: z.string() });

/** The fields of one call. */
export const whole = {
  ...head,
  note,
  finished: z.boolean(),
  end_reason: z.string().nullable(),
  model: z
    .object({ name: z.string(), simulated: z.boolean() })
    .nullable()
    .describe('The model that answered. simulated: a stand-in, whose times are not those of a model.'),
  reason: reason.nullable().describe('The end of the call: who ended it, and why.'),
  transcript: z.string(),
  evaluation: variables.describe('Answers to the post-call schema of the assistant, by name.'),
  variables,
  recording_url: z.string().optional(),
};

export const headOf = (call: Call, marks: Marks) => ({
  id: call.id,
  type: call.type,
  status: call.status,
  outcome: call.outcome ?? null,
  assistant_name: call.assistant_name,
  client_phone_number: marks.address(call.client_phone_number),
  duration: call.duration,
  total_cost: call.total_cost,
  answered_by: call.answered_by,
  created_at: call.created_at,
});

/** What customers and visitors have caused to be written is marked. */
export function wholeOf(call: CallDetail) {
  const marks = createMarks();
  return {
    ...headOf(call, marks),
    note: marks.note,
    finished: !isOpen(call),
    end_reason: call.end_reason,
    model: call.model ?? null,
    reason: call.reason,
    transcript: marks.text(call.transcript),
    evaluation: marks.values(call.evaluation),
    variables: marks.values(call.variables),
    ...defined({ recording_url: call.recording_url }),
  };
}
