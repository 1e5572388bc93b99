import { parseAppFrame } from '@ringback/simulators/twilio/relay/relay-frames.ts';
import { describe, expect, it } from 'vitest';
import { relaySession } from '#shared/integrations/twilio/relay-frames.ts';
import { recordings } from '#test/recordings/recordings.ts';
import { replay } from '#test/recordings/replay.ts';

const words = (texts: unknown[]) => texts.join(' ').split(/\s+/).filter(Boolean);

describe.each(recordings)('the recording $name', ({ events, heard }) => {
  it('is in order, of frames that the service and the simulator read', () => {
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted((a, b) => a - b));
    const unread = events.filter((event) => {
      if (!('frame' in event)) return false;
      const text = JSON.stringify(event.frame);
      if (event.from === 'service') return 'problem' in parseAppFrame(text);
      return ['unknown', 'malformed'].includes(relaySession.read(text).kind);
    });
    expect(unread).toEqual([]);
  });

  it('is heard as it was played and transcribed', () => {
    const told = events.flatMap((event) => ('frame' in event && event.from === 'carrier' ? [event.frame] : []));
    const of = (who: string) => words(heard.filter(([speaker]) => speaker === who).map(([, text]) => text));
    const played = told.filter(({ name, value }) => name === 'tokensPlayed' && value !== '1234#');
    expect(of('assistant')).toEqual(words(played.map(({ value }) => value)));
    const prompts = told.filter(({ type, last }) => type === 'prompt' && last === true);
    const keys = told.filter(({ type }) => type === 'dtmf').map(({ digit }) => digit);
    const turns = heard.filter(([speaker]) => speaker === 'customer').map(([, text]) => text);
    const isKeys = (text: string) => text.startsWith('[pressed ');
    expect(turns.filter((text) => !isKeys(text))).toEqual(prompts.map(({ voicePrompt }) => voicePrompt));
    expect(turns.flatMap((text) => (isKeys(text) ? text.slice(9, -1).split('') : []))).toEqual(keys);
  });
});

describe.each(recordings)('the service, in the recording $name,', (recording) => {
  it('has the transcript of what was heard', async () => {
    const { turns } = await replay(recording);
    const who = { bot: 'assistant', human: 'customer' } as const;
    expect(turns.map(({ sender, text }) => [who[sender], text])).toEqual(recording.heard);
  });

  it('connects a call again that is up and has lost its socket, without a second greeting, and hangs up otherwise', async () => {
    const { instructions } = await replay(recording);
    const actions = recording.events.flatMap((event) => ('action' in event ? [event.action] : []));
    expect(instructions).toHaveLength(actions.length);
    for (const [index, { SessionStatus, CallStatus }] of actions.entries()) {
      const isLost = SessionStatus === 'failed' && CallStatus === 'in-progress';
      expect(instructions[index]).toContain(isLost ? '<ConversationRelay ' : '<Hangup/>');
      expect(instructions[index]).not.toContain('welcomeGreeting=');
    }
  });
});
