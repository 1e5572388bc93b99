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
