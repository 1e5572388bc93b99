/** The service has the last word: it refuses private hosts. */
export function urlProblem(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '' || (/^https?:\/\//.test(typed) && URL.canParse(typed))) return undefined;
  return 'Start with https:// and the name of your server.';
}
