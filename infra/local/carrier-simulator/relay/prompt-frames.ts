/** What the customer said, as the service hears it; half of it ahead of time if the service asked for that. */
export function promptFrames(text: string, lang: string, partial: boolean): Record<string, unknown>[] {
  const words = text.split(' ');
  const half = words.slice(0, Math.ceil(words.length / 2)).join(' ');
  return [
    ...(partial ? [{ type: 'prompt', voicePrompt: half, lang, last: false }] : []),
    { type: 'prompt', voicePrompt: text, lang, last: true },
  ];
}
