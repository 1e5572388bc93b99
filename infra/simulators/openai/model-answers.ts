/** A turn of the model. */
export type ModelTurn = { kind: 'say'; text: string } | { kind: 'end_call' };

const questions = [
  'May I ask which day suits you best?',
  'How many people is it for?',
  'May I have your name for that?',
  'Is there anything else that I can do for you?',
] as const;

const goodbyeWords = /\b(good ?bye|bye|see you|auf wiedersehen|tschüss|adiós|au revoir|arrivederci|tchau|tot ziens)\b/i;
const GOODBYE = 'Thank you for your time. Goodbye.';

/** The model's answer to the customer's sentences so far. The same sentences always get the same answer. */
export function answerTo(customer: readonly string[], canEndCall: boolean): ModelTurn {
  const last = customer.at(-1) ?? '';
  if (goodbyeWords.test(last)) return canEndCall ? { kind: 'end_call' } : { kind: 'say', text: GOODBYE };
  const question = questions[Math.max(0, customer.length - 1) % questions.length] ?? questions[0];
  if (last === '') return { kind: 'say', text: question };
  return { kind: 'say', text: `${last.trim().endsWith('?') ? 'Good question.' : 'I see.'} ${question}` };
}

/** The model's text for instructions: the text in quotation marks, or a goodbye if they ask for one. */
export function textFor(instructions: string, customer: readonly string[]): string {
  const quoted = /«([^»]*)»/u.exec(instructions)?.[1];
  if (quoted !== undefined) return quoted;
  if (goodbyeWords.test(instructions)) return GOODBYE;
  const turn = answerTo(customer, false);
  return turn.kind === 'say' ? turn.text : GOODBYE;
}

export const SILENCE_PROMPT = 'Are you still there?';
