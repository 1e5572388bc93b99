import * as v from 'valibot';

const Happening = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('type', [
    v.object({ callSid: v.string(), type: v.literal('status'), data: v.object({ status: v.string() }) }),
    v.object({
      callSid: v.string(),
      type: v.literal('dialogue'),
      data: v.object({ who: v.picklist(['customer', 'assistant']), text: v.string() }),
    }),
  ]),
);

export type Happening = v.InferOutput<typeof Happening>;

/** Tells what happens on the simulated telephones, from when this returns until the signal. Its promise ends with the stream. */
export async function followCalls(
  simulatorUrl: string,
  onHappening: (happening: Happening) => void,
  signal: AbortSignal,
): Promise<{ ended: Promise<void> }> {
  const response = await fetch(`${simulatorUrl}/_simulator/events`, { signal });
  if (!response.ok || !response.body) throw new Error(`the carrier simulator answered ${response.status}`);
  return { ended: read(response.body, onHappening, signal) };
}

async function read(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onHappening: (happening: Happening) => void,
  signal: AbortSignal,
): Promise<void> {
  let pending = '';
  try {
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const lines = (pending + chunk).split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) {
        const happening = v.safeParse(Happening, line.replace(/^data: /, ''));
        if (happening.success) onHappening(happening.output);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
