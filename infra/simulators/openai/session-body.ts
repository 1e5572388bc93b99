import * as v from 'valibot';

const models = [
  'gpt-realtime',
  'gpt-realtime-2025-08-28',
  'gpt-realtime-1.5',
  'gpt-realtime-2',
  'gpt-realtime-2.1',
  'gpt-realtime-2.1-mini',
  'gpt-realtime-mini',
  'gpt-4o-realtime-preview',
  'gpt-4o-mini-realtime-preview',
];
const voices = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse', 'marin', 'cedar'];

const format = v.variant('type', [
  v.strictObject({ type: v.literal('audio/pcm'), rate: v.optional(v.literal(24_000)) }),
  v.strictObject({ type: v.literal('audio/pcmu') }),
  v.strictObject({ type: v.literal('audio/pcma') }),
]);
const responses = { create_response: v.optional(v.boolean(), true), interrupt_response: v.optional(v.boolean(), true) };

const turnDetection = v.variant('type', [
  v.strictObject({
    type: v.literal('server_vad'),
    threshold: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0.5),
    prefix_padding_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 300),
    silence_duration_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 500),
    idle_timeout_ms: v.optional(
      v.nullable(v.pipe(v.number(), v.integer(), v.minValue(5000), v.maxValue(30_000))),
      null,
    ),
    ...responses,
  }),
  v.strictObject({
    type: v.literal('semantic_vad'),
    eagerness: v.optional(v.picklist(['low', 'medium', 'high', 'auto']), 'auto'),
    ...responses,
  }),
]);

const transcription = v.strictObject({
  model: v.optional(
    v.picklist([
      'whisper-1',
      'gpt-4o-transcribe',
      'gpt-4o-mini-transcribe',
      'gpt-4o-transcribe-diarize',
      'gpt-realtime-whisper',
    ]),
  ),
  language: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/))),
  prompt: v.optional(v.string()),
});

const tool = v.variant('type', [
  v.strictObject({
    type: v.literal('function'),
    name: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
    description: v.optional(v.string()),
    parameters: v.optional(v.looseObject({})),
  }),
  v.strictObject({
    type: v.literal('mcp'),
    server_label: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
    server_url: v.pipe(v.string(), v.url()),
    server_description: v.optional(v.string()),
    authorization: v.optional(v.string()),
    headers: v.optional(v.record(v.string(), v.string())),
    allowed_tools: v.optional(v.array(v.string())),
    require_approval: v.optional(v.picklist(['always', 'never']), 'always'),
  }),
]);

/** What a session can be set to. Unknown fields and values are refused, as OpenAI does. */
export const SessionBody = v.strictObject({
  type: v.literal('realtime'),
  model: v.optional(v.picklist(models), 'gpt-realtime'),
  instructions: v.optional(v.string(), ''),
  max_output_tokens: v.optional(
    v.union([v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4096)), v.literal('inf')]),
  ),
  output_modalities: v.optional(v.tuple([v.picklist(['audio', 'text'])])),
  audio: v.optional(
    v.strictObject({
      input: v.optional(
        v.strictObject({
          format: v.optional(format),
          noise_reduction: v.optional(v.nullable(v.strictObject({ type: v.picklist(['near_field', 'far_field']) }))),
          transcription: v.optional(v.nullable(transcription)),
          turn_detection: v.optional(v.nullable(turnDetection)),
        }),
        {},
      ),
      output: v.optional(
        v.strictObject({
          format: v.optional(format),
          voice: v.optional(v.union([v.picklist(voices), v.strictObject({ id: v.string() })])),
          speed: v.optional(v.pipe(v.number(), v.minValue(0.25), v.maxValue(1.5))),
        }),
        {},
      ),
    }),
    { input: {}, output: {} },
  ),
  tools: v.optional(v.array(tool), []),
  tool_choice: v.optional(v.picklist(['auto', 'none', 'required']), 'auto'),
  parallel_tool_calls: v.optional(v.boolean()),
  truncation: v.optional(v.union([v.picklist(['auto', 'disabled']), v.looseObject({})])),
  tracing: v.optional(v.nullable(v.union([v.literal('auto'), v.looseObject({})]))),
  include: v.optional(v.nullable(v.array(v.string()))),
});

export type Session = v.InferOutput<typeof SessionBody>;
export type TurnDetection = v.InferOutput<typeof turnDetection>;
export type McpTool = Extract<Session['tools'][number], { type: 'mcp' }>;

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
