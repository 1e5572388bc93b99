import type { SpeechPlayer } from '#line/speech-player.ts';
import { heardUntil } from '#twilio/callees/customer-phone.ts';
import type { CallSession, LiveCall } from '#twilio/context/live-call.ts';
import { heardPart, interruptsSpeech, promptFrame, reportsDuringSpeech } from '#twilio/relay/relay-frames.ts';
import type { RelaySettings } from '#twilio/relay/relay-settings.ts';

interface Line {
  readonly live: LiveCall;
  readonly settings: RelaySettings;
  readonly player: SpeechPlayer;
  language(): string;
  openedAt(): number | undefined;
  interrupt(): void;
  send(frame: Record<string, unknown>): void;
  sendSpeaking(value: 'on' | 'off'): void;
}

/** What the customer's phone does to a conversation, and the frames that report it to the service. */
export function customerOf(line: Line): Omit<CallSession, 'terminate'> {
  const { live, settings, player } = line;
  const { clock } = live.context;
  /** The sentence under way: whether the service knows of it, whether it is withheld, and its text so far. */
  let sentence = { isTold: false, isWithheld: false, part: '' };
  const isWithheld = (text: string) => player.interruptibleBy() !== undefined && !reportsDuringSpeech(settings, text);
  const tell = () => {
    if (!sentence.isTold) line.sendSpeaking('on');
    sentence.isTold = true;
  };
  const interruptWith = (text: string) => {
    if (!interruptsSpeech(settings, player.interruptibleBy(), text)) return;
    tell();
    line.interrupt();
  };
  const sendPart = (part: string) => {
    if (!settings.partialPrompts || sentence.isWithheld || sentence.part.startsWith(part)) return;
    sentence.part = part;
    line.send(promptFrame(part, line.language(), false));
  };
  return {
    customerStarts(text) {
      sentence = { isTold: false, isWithheld: isWithheld(text), part: '' };
      // In half of the sentences the first words are known before the speaker is.
      const isEarly = settings.partialPrompts && text.length % 2 === 0 && player.interruptibleBy() === undefined;
      if (!isEarly) tell();
      interruptWith(text);
      sendPart(heardUntil(text, text.search(/\s|$/)));
    },
    customerContinues(text, part) {
      tell();
      interruptWith(text);
      sendPart(part);
    },
    async customerStops(text, since = 0) {
      tell();
      interruptWith(text);
      const wasWithheld = sentence.isWithheld || isWithheld(text);
      const heard = heardPart(text, { since, from: line.openedAt() ?? clock.now(), until: clock.now() });
      await clock.sleep(settings.endOfTurnSeconds, { signal: live.over });
      line.sendSpeaking('off');
      if (heard === '' || wasWithheld) return live.addEvent('unheard', { text });
      line.send(promptFrame(heard, line.language(), true));
    },
    ...soundsOf(line),
  };
}

/** What the customer does without words. */
function soundsOf(line: Line): Pick<CallSession, 'noiseStarts' | 'noiseStops' | 'customerPresses'> {
  const { settings, player } = line;
  return {
    noiseStarts() {
      line.sendSpeaking('on');
      if (interruptsSpeech(settings, player.interruptibleBy(), '')) line.interrupt();
    },
    noiseStops: () => line.sendSpeaking('off'),
    customerPresses(digit) {
      const interruptibleBy = player.interruptibleBy();
      const isReported = interruptibleBy === undefined || ['any', 'dtmf'].includes(settings.reportDuringSpeech);
      if (settings.dtmfDetection && isReported) line.send({ type: 'dtmf', digit });
      if (['any', 'dtmf'].includes(interruptibleBy ?? 'none')) line.interrupt();
    },
  };
}
