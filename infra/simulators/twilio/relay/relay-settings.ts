import type { Input } from '#line/speech-player.ts';
import { isVoiceOf, languageAttributes, parameterAttributes, relayAttributes } from '#twilio/relay/relay-attributes.ts';
import { isLoopback } from '#twilio/wire/formats.ts';
import { TwimlError, type TwimlNode } from '#twilio/wire/parse-twiml.ts';

export interface RelaySettings {
  url: string;
  greeting: string;
  greetingInterruptible: Input;
  interruptible: Input;
  reportDuringSpeech: Input;
  preemptible: boolean;
  partialPrompts: boolean;
  ignoreBackchannel: boolean;
  transcriptionLanguage: string;
  /** Silence that ends the customer's turn. */
  endOfTurnSeconds: number;
  dtmfDetection: boolean;
  speakerEvents: boolean;
  tokensPlayed: boolean;
  parameters: Record<string, string>;
}

const BAD_CONFIGURATION = 64_101;
const PROVIDER = 'ElevenLabs';
/** Recorded with flux: 0.35 to 0.9 seconds. */
const END_OF_TURN_SECONDS = 0.5;
/** Languages for which others have seen that the carrier has no provider, voice and model of its own. */
const languagesWithoutDefaults = new Set(['es-MX', 'he-IL']);
const fluxLanguages = new Set(['en', 'es', 'fr', 'de', 'hi', 'ru', 'pt', 'ja', 'it', 'nl', 'multi']);

/** Reads `<ConversationRelay>`. A bad value fails the conversation (64101); an unknown attribute is handed to `onUnknown`. */
export function readRelaySettings(node: TwimlNode, onUnknown: (message: string) => void): RelaySettings {
  check(node, relayAttributes, onUnknown);
  for (const child of node.children) checkChild(child, node.attributes, onUnknown);
  const { attributes } = node;
  checkUrl(attributes['url']);
  checkCombination(attributes);
  const language = attributes['language'] ?? 'en-US';
  const events = (attributes['events'] ?? '').split(/\s+/);
  return {
    url: attributes['url'] ?? '',
    greeting: attributes['welcomeGreeting'] ?? '',
    greetingInterruptible: toInput(attributes['welcomeGreetingInterruptible'], 'any'),
    interruptible: toInput(attributes['interruptible'], 'any'),
    reportDuringSpeech: toInput(attributes['reportInputDuringAgentSpeech'], 'none'),
    preemptible: attributes['preemptible'] === 'true',
    partialPrompts: attributes['partialPrompts'] === 'true',
    ignoreBackchannel: attributes['ignoreBackchannel'] === 'true',
    transcriptionLanguage: attributes['transcriptionLanguage'] ?? language,
    endOfTurnSeconds: endOfTurnSeconds(attributes),
    dtmfDetection: attributes['dtmfDetection'] === 'true',
    speakerEvents: events.includes('speaker-events'),
    tokensPlayed: events.includes('tokens-played'),
    parameters: readParameters(node),
  };
}

export function toInput(value: string | boolean | undefined, fallback: Input): Input {
  switch (String(value)) {
    case 'none':
    case 'false':
      return 'none';
    case 'dtmf':
      return 'dtmf';
    case 'speech':
      return 'speech';
    case 'any':
    case 'true':
      return 'any';
    default:
      return fallback;
  }
}

function checkChild(child: TwimlNode, relay: Record<string, string>, onUnknown: (message: string) => void): void {
  switch (child.name) {
    case 'Language':
      check(child, languageAttributes, onUnknown);
      if (!child.attributes['code']) bad('<Language> without code');
      return checkVoice({ ttsProvider: relay['ttsProvider'] ?? PROVIDER, ...child.attributes });
    case 'Parameter':
      check(child, parameterAttributes, onUnknown);
      if (child.attributes['value'] === undefined || !child.attributes['name'])
        bad('<Parameter> without name or value');
      return;
    default:
      throw new TwimlError(12_200, `schema validation: <${child.name}> in <ConversationRelay>`);
  }
}

function check(
  { name, attributes }: TwimlNode,
  rules: Record<string, (value: string) => boolean>,
  onUnknown: (message: string) => void,
): void {
  for (const [attribute, value] of Object.entries(attributes)) {
    const rule = rules[attribute];
    if (!rule) onUnknown(`<${name}> has no attribute ${attribute}`);
    else if (!rule(value)) bad(`${attribute}="${value}" of <${name}>`);
  }
}

function checkUrl(url = ''): void {
  if (!URL.canParse(url)) bad(`url="${url}"`);
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'wss:' && !(protocol === 'ws:' && isLoopback(hostname))) bad(`url="${url}" is not wss://`);
  if (url.includes('#')) bad(`url="${url}" has a fragment`);
}

function checkCombination(attributes: Record<string, string>): void {
  const language = attributes['language'] ?? 'en-US';
  const transcription = attributes['transcriptionProvider'] ?? 'Deepgram';
  checkVoice(attributes);
  const provider = attributes['ttsProvider'] ?? PROVIDER;
  if (language === 'multi' && (transcription !== 'Deepgram' || provider !== PROVIDER)) {
    bad('language="multi" needs Deepgram and ElevenLabs');
  }
  const needed = ['ttsProvider', 'voice', 'transcriptionProvider', 'speechModel'];
  if (languagesWithoutDefaults.has(language) && needed.some((name) => attributes[name] === undefined)) {
    bad(`incomplete values for ${language}: ${needed.join(', ')} are all needed`);
  }
  // Google takes no hints in some languages; the whole conversation fails with them.
  if (attributes['hints'] && transcription === 'Google' && language === 'cs-CZ') bad('hints with Google in cs-CZ');
  const model = attributes['speechModel'] ?? '';
  if (attributes['eotThreshold'] !== undefined && (transcription !== 'Deepgram' || !model.startsWith('flux'))) {
    bad('eotThreshold without speechModel="flux"');
  }
  if (transcription === 'Google' && /^(?:nova|flux)/.test(model)) bad(`speechModel="${model}" at Google`);
  const spoken = attributes['transcriptionLanguage'] ?? language;
  if (model.startsWith('flux') && !fluxLanguages.has(spoken.split('-')[0] ?? '')) {
    bad(`speechModel="${model}" in ${spoken}`);
  }
}

/**
 * With flux `speechTimeout` is the longest silence, without it the only one:
 * https://www.twilio.com/docs/voice/twiml/connect/conversationrelay
 */
function endOfTurnSeconds({ speechModel = '', speechTimeout = 'auto' }: Record<string, string>): number {
  if (speechTimeout === 'auto') return END_OF_TURN_SECONDS;
  const seconds = Number(speechTimeout) / 1000;
  return speechModel.startsWith('flux') ? Math.min(seconds, END_OF_TURN_SECONDS) : seconds;
}

function checkVoice({ ttsProvider = PROVIDER, voice }: Record<string, string>): void {
  if (voice !== undefined && !isVoiceOf(ttsProvider, voice)) bad(`voice="${voice}" at ${ttsProvider}`);
}

function readParameters(node: TwimlNode): Record<string, string> {
  const parameters = node.children.filter(({ name }) => name === 'Parameter');
  return Object.fromEntries(
    parameters.map(({ attributes }) => [attributes['name'] ?? '', attributes['value'] ?? ''] as const),
  );
}

function bad(message: string): never {
  throw new TwimlError(BAD_CONFIGURATION, `conversation configuration: ${message}`);
}
