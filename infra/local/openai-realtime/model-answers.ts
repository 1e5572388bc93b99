/** What the model does with its turn. */
type Thought = { kind: 'say'; text: string } | { kind: 'end_call' };

const questions = [
  'May I ask which day suits you best?',
  'How many people is it for?',
  'May I have your name for that?',
  'Is there anything else that I can do for you?',
] as const;

const goodbyeWords = /\b(good ?bye|bye|see you|auf wiedersehen|tschüss|adiós|au revoir|arrivederci|tchau|tot ziens)\b/i;
const LAST_WORDS = 'Thank you for your time. Goodbye.';

/** The model's answer to all that the customer has said so far: always the same for the same words. */
export function answer(customer: readonly string[], canEndCall: boolean): Thought {
  const last = customer.at(-1) ?? '';
  if (goodbyeWords.test(last)) return canEndCall ? { kind: 'end_call' } : { kind: 'say', text: LAST_WORDS };
  const question = questions[Math.max(0, customer.length - 1) % questions.length] ?? questions[0];
  if (last === '') return { kind: 'say', text: question };
  const heard = last.replace(/[\s.,;:!?…]+$/u, '');
  return {
    kind: 'say',
    text: `${last.trim().endsWith('?') ? 'Good question.' : 'I see.'} You said: ${heard}. ${question}`,
  };
}

/** What the model says when it is told what to say: the words in quotation marks, or a goodbye if that is asked for. */
export function obey(instructions: string, customer: readonly string[]): string {
  const quoted = /«([^»]*)»/u.exec(instructions)?.[1];
  if (quoted !== undefined) return quoted;
  if (goodbyeWords.test(instructions)) return LAST_WORDS;
  const thought = answer(customer, false);
  return thought.kind === 'say' ? thought.text : LAST_WORDS;
}

/** What the model says into a silence. */
export const intoSilence = 'Are you still there?';
