/** What the customer said, or has said so far, as the service hears it. */
export function promptFrame(voicePrompt: string, lang: string, last: boolean): Record<string, unknown> {
  return { type: 'prompt', voicePrompt, lang, last };
}
