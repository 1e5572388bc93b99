interface Known {
  event?: unknown;
  id?: unknown;
  status?: unknown;
  purpose?: unknown;
  who?: unknown;
  text?: unknown;
}

const LONGEST = 160;

/** The event of a webhook with the id and the status of its call, as far as the body has them. */
export function webhookText({ path, body }: { path: string; body: unknown }): string {
  const { event, id, status } = fieldsOf(body);
  const isShort = (part: unknown) => typeof part === 'string' || typeof part === 'number';
  return [isShort(event) ? event : path, id, status].filter(isShort).join(' ');
}

/** What a carrier's event is about: a sentence, a request and its answer, or its data. */
export function carrierText(data: unknown): string {
  const { purpose, status, who, text } = fieldsOf(data);
  if (typeof purpose === 'string') return `${purpose} → ${typeof status === 'number' ? status : 'no answer'}`;
  if (typeof text === 'string') return typeof who === 'string' ? `${who}: ${text}` : text;
  const json = JSON.stringify(data) ?? '';
  return json === '{}' ? '' : json.slice(0, LONGEST);
}

function fieldsOf(value: unknown): Known {
  return typeof value === 'object' && value !== null ? value : {};
}
