/** Chromium and Safari recognise speech; Firefox does not. */
export const canListen = (): boolean => 'SpeechRecognition' in window || 'webkitSpeechRecognition' in window;

export const canSpeak = (): boolean => 'speechSynthesis' in window;

/** Why the microphone cannot be used here; undefined if it can. */
export function listeningProblem(): string | undefined {
  if (!window.isSecureContext) return 'Browsers give the microphone to pages at localhost or https only. You can type.';
  if (!canListen()) return 'This browser does not recognise speech. Use Chrome, Edge or Safari, or type.';
  return undefined;
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
