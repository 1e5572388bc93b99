import * as v from 'valibot';

const Dialogue = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    type: v.literal('dialogue'),
    data: v.object({ who: v.picklist(['customer', 'assistant']), text: v.string() }),
  }),
);

type DialogueLine = v.InferOutput<typeof Dialogue>['data'];

/** Tells every line that is spoken on the simulated telephone, as the customer's ear hears it, until the signal. */
export async function followDialogue(
  simulatorUrl: string,
  onLine: (line: DialogueLine) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(`${simulatorUrl}/_simulator/events`, { signal });
  if (!response.body) return;
  let pending = '';
  try {
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (pending + chunk).split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) {
        const event = v.safeParse(Dialogue, line.replace(/^data: /, ''));
        if (event.success) onLine(event.output.data);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
