import * as v from 'valibot';
import { turnDetection } from './session-body.ts';

const eventId = { event_id: v.optional(v.string()) };

/** What may be sent over a sideband, as far as it is simulated. */
export const ClientEvent = v.variant('type', [
  v.strictObject({
    type: v.literal('response.create'),
    ...eventId,
    response: v.optional(
      v.strictObject({
        instructions: v.optional(v.string()),
        tool_choice: v.optional(v.picklist(['auto', 'none', 'required'])),
        output_modalities: v.optional(v.tuple([v.picklist(['audio', 'text'])])),
        metadata: v.optional(v.record(v.string(), v.string())),
      }),
      {},
    ),
  }),
  v.strictObject({
    type: v.literal('session.update'),
    ...eventId,
    session: v.strictObject({
      type: v.literal('realtime'),
      instructions: v.optional(v.string()),
      audio: v.optional(
        v.strictObject({
          input: v.optional(v.strictObject({ turn_detection: v.optional(v.nullable(turnDetection)) })),
        }),
      ),
    }),
  }),
  v.strictObject({ type: v.literal('response.cancel'), ...eventId, response_id: v.optional(v.string()) }),
  v.strictObject({ type: v.literal('output_audio_buffer.clear'), ...eventId }),
]);

export type ClientEvent = v.InferOutput<typeof ClientEvent>;
