import type { HttpEvent } from '#shared/http/http-event.ts';

/** The body as it was sent, which is what signatures cover. */
export function rawBody({ body, isBase64Encoded }: HttpEvent): string {
  if (typeof body !== 'string') return '';
  return isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
}
