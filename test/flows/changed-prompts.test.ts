import { startWebCall, type WebCallEvent } from '@ringback/widget/web-call';
import { describe, expect, it } from 'vitest';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { createAssistant } from '#test/support/over-http.ts';

process.env['SIMULATOR_WEB_SPEED'] = '5';
const running = useLocalStack();

/** A page that asks the assistant one question, and hangs up. Returns the answer. */
async function ask(assistantId: number, question: string): Promise<string> {
  const { baseUrl, token } = running();
  const events: WebCallEvent[] = [];
  const onEvent = (event: WebCallEvent) => void events.push(event);
  const call = await startWebCall({ apiUrl: baseUrl, token: token(1), assistantId, variables: {}, onEvent });
  const answerTo = (turn: number) =>
    waitFor(`the answer of turn ${turn}`, () =>
      events.findLast((event) => event.type === 'assistant' && event.turn === turn && event.last),
    );
  await answerTo(0);
  call.say(question);
  const answer = await answerTo(1);
  call.hangUp();
  return answer.type === 'assistant' ? answer.text : '';
}

/** A language, its first words, a question, and two prompts that answer it differently: the sentence that is expected of each. */
const rows: Array<[language: string, hello: string, question: string, sentences: [string, string]]> = [
  [
    'English',
    'Hello!',
    'How much does a filling cost?',
    ['A filling costs 140 dollars.', 'A filling costs 95 dollars.'],
  ],
  [
    'German',
    'Guten Tag!',
    'Wann haben Sie geöffnet?',
    ['Wir haben von 8 bis 16 Uhr geöffnet.', 'Wir haben von 10 bis 19 Uhr geöffnet.'],
  ],
  [
    'French',
    'Bonjour !',
    'Combien coûte un détartrage ?',
    ['Un détartrage coûte 60 euros.', 'Un détartrage coûte 85 euros.'],
  ],
  [
    'Spanish',
    '¡Hola!',
    '¿Cuánto cuesta una limpieza?',
    ['Una limpieza cuesta 50 euros.', 'Una limpieza cuesta 70 euros.'],
  ],
  ['Italian', 'Buongiorno!', 'Quanto costa una pulizia?', ['Una pulizia costa 65 euro.', 'Una pulizia costa 80 euro.']],
  ['Portuguese', 'Olá!', 'Quanto custa uma limpeza?', ['Uma limpeza custa 40 euros.', 'Uma limpeza custa 55 euros.']],
  ['Dutch', 'Goedendag!', 'Hoeveel kost een controle?', ['Een controle kost 30 euro.', 'Een controle kost 45 euro.']],
  [
    'Polish',
    'Dzień dobry!',
    'Ile kosztuje przegląd?',
    ['Przegląd kosztuje 200 złotych.', 'Przegląd kosztuje 260 złotych.'],
  ],
  [
    'Japanese',
    'もしもし。',
    'クリーニングはいくらですか。',
    ['クリーニングは5000円です。', 'クリーニングは7000円です。'],
  ],
];

describe('a sentence of the prompt that is changed over HTTP', () => {
  it.each(rows)('changes the answer in %s', async (language, initial_message, question, [first, second]) => {
    const { api } = running();
    const id = await createAssistant(api, { language, initial_message, system_prompt: first });
    expect(await ask(id, question)).toContain(first);
    const { status } = await api('PUT', `/user/assistant/${id}`, { system_prompt: second });
    expect(status).toBe(200);
    const answer = await ask(id, question);
    expect(answer).toContain(second);
    expect(answer).not.toContain(first);
  });
});
