/** The words that fell into the conversation: it may have begun while the customer was speaking. */
export function heardPart(text: string, span: { since: number; from: number; until: number }): string {
  if (span.from <= span.since) return text;
  const missed = (span.from - span.since) / Math.max(span.until - span.since, 1);
  const words = text.split(' ');
  return words.slice(Math.floor(words.length * missed)).join(' ');
}
