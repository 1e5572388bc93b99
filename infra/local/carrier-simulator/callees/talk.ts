import type { Line } from './line.ts';
import { personaOf } from './persona.ts';
import { isGoodbye, replyTo } from './reply-to.ts';

const MAX_SILENCES = 2;
const MAX_LAST_WORDS = 4;

/** Waits for the assistant to open the conversation, says hello if it does not, and talks along. */
export async function talk(line: Line): Promise<void> {
  await line.connected();
  const opening = await line.listen({ callSeconds: 1, floorMs: line.reaction().floorMs * 4 });
  if (opening === '') await line.say('Hello?');
  await converse(line, opening === '' ? await line.listen() : opening);
}

/** Three or four answers to what was heard, then a goodbye, and the line goes dead if the assistant does not end the call. */
export async function converse(line: Line, opening: string): Promise<void> {
  const persona = personaOf(line.number);
  let heard = opening;
  for (let turn = 0; turn < persona.turns; turn += 1) {
    heard ||= await insist(line);
    if (heard === '') return line.hangUp();
    if (isGoodbye(heard)) return partFrom(line, 'Goodbye.');
    await line.say(replyTo(heard, persona, turn));
    heard = await line.listen();
  }
  await partFrom(line, 'That is all, thank you. Goodbye.');
}

async function insist(line: Line): Promise<string> {
  for (let silence = 0; silence < MAX_SILENCES; silence += 1) {
    await line.say('Hello? Are you still there?');
    const heard = await line.listen();
    if (heard !== '') return heard;
  }
  return '';
}

async function partFrom(line: Line, goodbye: string): Promise<void> {
  await line.say(goodbye);
  for (let words = 0; words < MAX_LAST_WORDS; words += 1) {
    const heard = await line.listen(line.patience(10));
    if (heard === '') break;
  }
  line.hangUp();
}
