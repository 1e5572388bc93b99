/** DynamoDB refuses half characters, at which the carrier may cut its text, and no utterance is found by them. */
export function wholeCharacters(text: string): string {
  return text.replaceAll(/[\p{Cs}\uFFFD]/gu, '');
}
