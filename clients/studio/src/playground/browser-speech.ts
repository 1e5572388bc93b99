/** Chromium and Safari recognise speech; Firefox does not. */
export const canListen = (): boolean => 'SpeechRecognition' in window || 'webkitSpeechRecognition' in window;

export const canSpeak = (): boolean => 'speechSynthesis' in window;

/** Why the microphone cannot be used here; undefined if it can. */
export function listeningProblem(): string | undefined {
  if (!window.isSecureContext) return 'Browsers give the microphone to pages at localhost or https only. You can type.';
  if (!canListen()) return 'This browser does not recognise speech. Use Chrome, Edge or Safari, or type.';
  return undefined;
}

/** The names of the errors of speech recognition: https://webaudio.github.io/web-speech-api/#speechreco-error */
const problems: Readonly<Record<string, string>> = {
  'not-allowed':
    'The browser does not allow the microphone. Allow it in the address bar, and speak again. You can type.',
  'audio-capture': 'There is no microphone. You can type.',
  network: 'The browser needs the network to recognise speech, and did not reach it. You can type.',
  'service-not-allowed': 'This browser does not allow the recognition of speech. You can type.',
  'language-not-supported': 'This browser does not recognise the language of the assistant. You can type.',
};

export const textOfProblem = (error: string): string =>
  problems[error] ?? 'The microphone cannot be used. You can type.';

interface Spoken {
  name: string;
  lang: string;
}

/** Of the language, and of the gender where the names of the browser's voices tell it. */
export function nearestVoice<Voice extends Spoken>(
  voices: readonly Voice[],
  { language, description }: { language: string; description: string | null },
): Voice | undefined {
  const gender = /^(?:fe)?male\b/i.exec(description ?? '')?.[0].toLowerCase();
  const fitting = voices.filter(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language.toLowerCase());
  const isOfGender = ({ name }: Voice) => gender !== undefined && new RegExp(String.raw`\b${gender}\b`, 'i').test(name);
  return fitting.find(isOfGender) ?? fitting[0];
}

/** Some browsers load their voices after the page. */
const LOADING_MS = 1000;

export async function browserVoices(): Promise<SpeechSynthesisVoice[]> {
  if (!canSpeak()) return [];
  const known = speechSynthesis.getVoices();
  if (known.length > 0) return known;
  const { promise, resolve } = Promise.withResolvers<void>();
  speechSynthesis.addEventListener('voiceschanged', () => resolve(), { once: true });
  setTimeout(resolve, LOADING_MS);
  await promise;
  return speechSynthesis.getVoices();
}
