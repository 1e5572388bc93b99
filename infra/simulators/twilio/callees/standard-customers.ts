import type { CustomerPhone } from '#twilio/callees/customer-phone.ts';
import { isGoodbye, lastReply, personaOf, replyTo } from '#twilio/callees/replies.ts';

const MAX_SILENCES = 2;
const INTERRUPTS_AFTER_SECONDS = 1.2;
export const MAX_LAST_WORDS = 4;

/** Waits for the assistant to open the conversation, says hello if it does not, and converses. */
export const holdConversation = (phone: CustomerPhone): Promise<void> => talk(phone);

/** As `holdConversation`, and speaks over one of the answers. */
export function interruptOnce(phone: CustomerPhone): Promise<void> {
  let hasInterrupted = false;
  return talk(phone, async () => {
    if (!hasInterrupted && (await phone.waitForSpeech())) {
      await phone.wait(INTERRUPTS_AFTER_SECONDS);
      hasInterrupted = phone.isAssistantSpeaking();
      if (hasInterrupted) {
        await phone.say('Sorry, could you say that again?');
        phone.discardSpeech();
      }
    }
    return phone.listen();
  });
}

async function talk(phone: CustomerPhone, listen?: () => Promise<string>): Promise<void> {
  await phone.waitForConnection();
  const opening = await phone.listen({ callSeconds: 1, floorMs: phone.reaction().floorMs * 4 });
  if (opening === '') await phone.say('Hello?');
  await converse(phone, opening === '' ? await phone.listen() : opening, listen);
}

/** Three or four answers, then one with a goodbye. Hangs up if the assistant does not end the call. */
async function converse(phone: CustomerPhone, opening: string, listen = () => phone.listen()): Promise<void> {
  const persona = personaOf(phone.number);
  let heard = opening;
  for (let turn = 0; turn < persona.turns; turn += 1) {
    heard ||= await askAgain(phone);
    if (heard === '') return phone.hangUp();
    if (isGoodbye(heard)) return sayGoodbye(phone, 'Goodbye.');
    await phone.say(replyTo(heard, persona, turn));
    heard = await listen();
  }
  await sayGoodbye(phone, lastReply(heard, persona));
}

async function askAgain(phone: CustomerPhone): Promise<string> {
  for (let silence = 0; silence < MAX_SILENCES; silence += 1) {
    await phone.say('Hello? Are you still there?');
    const heard = await phone.listen();
    if (heard !== '') return heard;
  }
  return '';
}

async function sayGoodbye(phone: CustomerPhone, goodbye: string): Promise<void> {
  await phone.say(goodbye);
  for (let words = 0; words < MAX_LAST_WORDS; words += 1) {
    const heard = await phone.listen(phone.patience(10));
    if (heard === '') break;
  }
  phone.hangUp();
}

/** Plays a voicemail greeting without waiting for silence, then records for two minutes. */
export function mailbox({ greeting, beep = true }: { greeting?: string | undefined; beep?: boolean } = {}) {
  return async (phone: CustomerPhone): Promise<void> => {
    const digits = phone.number.slice(-4).split('').join(' ');
    await phone.say(
      greeting ??
        `Hi, you have reached the voicemail of ${digits}. I cannot take your call right now. Please leave a message after the tone.`,
    );
    phone.endGreeting(beep);
    await phone.wait(120);
    phone.hangUp();
  };
}

/** Hangs up as soon as the first words of the assistant are over. */
export async function hangUpAfterGreeting(phone: CustomerPhone): Promise<void> {
  await phone.waitForConnection();
  await phone.listen({ callSeconds: 5, floorMs: 0 }, { callSeconds: 0.1, floorMs: 0 });
  phone.hangUp();
}

/** Listens once, asks not to be called again, and hangs up. */
export async function refuseCalls(phone: CustomerPhone): Promise<void> {
  await phone.waitForConnection();
  await phone.listen();
  await phone.say('Please take me off your list and do not call me again.');
  await phone.listen();
  phone.hangUp();
}

/** Stays on the line without a word. */
export async function staySilent(): Promise<void> {
  await Promise.resolve();
}

/** Interrupts the assistant twice, then lets it finish. */
export async function interruptTwice(phone: CustomerPhone): Promise<void> {
  await phone.waitForConnection();
  const opened = await phone.waitForSpeech({ callSeconds: 1, floorMs: phone.reaction().floorMs * 4 });
  if (!opened) await phone.say('Hello?');
  await interruptSentence(phone, 'Sorry, one moment please.');
  await interruptSentence(phone, 'Wait, could you say that again?');
  await converse(phone, await phone.listen());
}

async function interruptSentence(phone: CustomerPhone, text: string): Promise<void> {
  while (await phone.waitForSpeech()) {
    await phone.wait(INTERRUPTS_AFTER_SECONDS);
    if (phone.isAssistantSpeaking()) {
      await phone.say(text);
      phone.discardSpeech();
      return;
    }
  }
}
