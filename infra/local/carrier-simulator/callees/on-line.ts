import type { Line } from './line.ts';
import { converse } from './talk.ts';

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
