import * as v from 'valibot';
import { outcomeOf } from '#shared/calls/call-end.ts';
import { callOutcomes } from '#shared/calls/call-reasons.ts';
import { type Call } from '#shared/calls/call.ts';
import { answerers, callTypes } from './call-items.ts';
import { callStatuses } from './call-status.ts';

/** Copied to the body of a settled call, so that a row costs one key. An absent recording removes the copy. */
export type ShownCall = v.InferOutput<typeof ShownCallText>;

export function toShownCall(call: Call): ShownCall {
  const { id, userId, type, status, assistantName, campaignName, clientPhoneNumber, assistantPhoneNumber } = call;
  const { answeredBy, durationSeconds, carrierCost, totalCost, createdAt, updatedAt, endedAt } = call;
  const named = { assistantName, campaignName, clientPhoneNumber, assistantPhoneNumber };
  const figures = { answeredBy, durationSeconds, carrierCost, totalCost, createdAt, updatedAt, endedAt };
  const { recording, recordingSecret = null } = call;
  // Our copy counts, even if the carrier has reported before that it made no recording.
  const recordingAbsentAt = recording?.storedAt === undefined ? (call.recordingAbsentAt ?? null) : null;
  const outcome = outcomeOf(call);
  return { id, userId, type, status, ...named, ...figures, recordingSecret, recordingAbsentAt, outcome };
}

/** An array is half as large as a map with names. */
const ShownCallText = v.pipe(
  v.string(),
  v.parseJson(),
  v.tuple([
    v.tuple([v.number(), v.number(), v.picklist(callTypes), v.picklist(callStatuses)]),
    v.tuple([v.string(), v.nullable(v.string()), v.string(), v.string()]),
    v.tuple([v.picklist(answerers), v.number(), v.number(), v.number()]),
    v.tuple([v.number(), v.number(), v.nullable(v.number())]),
    v.tuple([v.nullable(v.string()), v.nullable(v.number())]),
    v.optional(v.tuple([v.fallback(v.nullable(v.picklist(callOutcomes)), null)])),
  ]),
  v.transform(([key, names, figures, times, recording, end]) => {
    const [id, userId, type, status] = key;
    const [assistantName, campaignName, clientPhoneNumber, assistantPhoneNumber] = names;
    const [answeredBy, durationSeconds, carrierCost, totalCost] = figures;
    const [createdAt, updatedAt, endedAt] = times;
    const [recordingSecret, recordingAbsentAt] = recording;
    const named = { assistantName, campaignName, clientPhoneNumber, assistantPhoneNumber };
    const costs = { answeredBy, durationSeconds, carrierCost, totalCost };
    const dates = { createdAt, updatedAt, endedAt };
    const outcome = end?.[0];
    return { id, userId, type, status, ...named, ...costs, ...dates, recordingSecret, recordingAbsentAt, outcome };
  }),
);

export function toShownCallText(call: Call): string {
  const { id, userId, type, status, ...rest } = toShownCall(call);
  const { assistantName, campaignName, clientPhoneNumber, assistantPhoneNumber } = rest;
  const { answeredBy, durationSeconds, carrierCost, totalCost, createdAt, updatedAt, endedAt } = rest;
  return JSON.stringify([
    [id, userId, type, status],
    [assistantName, campaignName, clientPhoneNumber, assistantPhoneNumber],
    [answeredBy, durationSeconds, carrierCost, totalCost],
    [createdAt, updatedAt, endedAt],
    [rest.recordingSecret, rest.recordingAbsentAt],
    [rest.outcome],
  ]);
}

export const ShownBodyItem = v.object({ shown: v.optional(ShownCallText) });
