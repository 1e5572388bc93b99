import type { HttpEvent } from '#shared/http/http-event.ts';

/** The fields of a form-encoded body; a field that comes several times has all its values. */
export function parseForm({ body, isBase64Encoded }: HttpEvent): Record<string, string | string[]> {
  if (typeof body !== 'string') return {};
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  const fields = new URLSearchParams(text);
  const entries = [...new Set(fields.keys())].map((name) => {
    const values = fields.getAll(name);
    return [name, values.length === 1 ? (values[0] ?? '') : values] as const;
  });
  return Object.fromEntries(entries);
}
