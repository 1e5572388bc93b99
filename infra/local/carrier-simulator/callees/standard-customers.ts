import type { Line } from '#infra/local/carrier-simulator/callees/customer-phone.ts';
import { isGoodbye, personaOf, replyTo } from '#infra/local/carrier-simulator/callees/replies.ts';

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
async function converse(line: Line, opening: string): Promise<void> {
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

/** Greets as a machine does, whoever may be speaking meanwhile, and records silence for two minutes. */
export async function takeAMessage(line: Line): Promise<void> {
  const digits = line.number.slice(-4).split('').join(' ');
  await line.say(
    `Hi, you have reached the voicemail of ${digits}. I cannot take your call right now. Please leave a message after the tone.`,
  );
  line.beep();
  await line.wait(120);
  line.hangUp();
}

/** Hangs up as soon as the first words of the assistant are over. */
export async function hangUpAfterGreeting(line: Line): Promise<void> {
  await line.connected();
  await line.listen({ callSeconds: 5, floorMs: 0 }, { callSeconds: 0.1, floorMs: 0 });
  line.hangUp();
}

/** Hears who calls, and wants no more of it. */
export async function refuseCalls(line: Line): Promise<void> {
  await line.connected();
  await line.listen();
  await line.say('Please take me off your list and do not call me again.');
  await line.listen();
  line.hangUp();
}

/** Breathes. */
export async function saysNothing(): Promise<void> {
  await Promise.resolve();
}

/** Cuts the assistant short twice, and then lets it finish. */
export async function interruptTwice(line: Line): Promise<void> {
  await line.connected();
  const opened = await line.speechBegins({ callSeconds: 1, floorMs: line.reaction().floorMs * 4 });
  if (!opened) await line.say('Hello?');
  await interruptSentence(line, 'Sorry, one moment please.');
  await interruptSentence(line, 'Wait, could you say that again?');
  await converse(line, await line.listen());
}

async function interruptSentence(line: Line, text: string): Promise<void> {
  while (await line.speechBegins()) {
    await line.wait(1.2);
    if (line.assistantSpeaks) {
      await line.say(text);
      line.ignore();
      return;
    }
  }
}
