import { Volume2 } from 'lucide-preact';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { browserVoices } from './browser-speech.ts';
import { nearestVoice } from './speech-words.ts';

export interface HeardVoice {
  id: number;
  name: string;
  description?: string | null | undefined;
}

interface HearVoiceProps {
  voice: HeardVoice;
  /** ISO 639-1. */
  language: string;
  text: string;
}

/** What describes a voice, and a button to hear it, or else the browser's voice that is nearest to it. */
export function HearVoice({ voice, language, text }: HearVoiceProps): JSX.Element {
  const [heard, setHeard] = useState('');
  const playing = useRef<HTMLAudioElement | undefined>(undefined);
  const stop = () => {
    playing.current?.pause();
    window.speechSynthesis?.cancel();
  };
  useEffect(() => {
    setHeard('');
    return stop;
  }, [voice.id]);
  const hear = async () => {
    stop();
    playing.current = new Audio(`/voices/${voice.id}.audio`);
    try {
      await playing.current.play();
      setHeard(`This is a recording of ${voice.name}.`);
    } catch {
      setHeard(await speakNearest({ voice, language, text }));
    }
  };
  return (
    <div class="hear-voice">
      <span class="small soft">{voice.description ?? 'The provider publishes no description of this voice.'}</span>
      <button type="button" class="button small" onClick={() => void hear()}>
        <Volume2 size={14} aria-hidden="true" /> Hear {voice.name}
      </button>
      <span class="small soft" role="status">
        {heard}
      </span>
    </div>
  );
}

const GREETING = 'Hello, thank you for calling. How can I help you today?';

/** Speaks, and returns what was heard. */
async function speakNearest({ voice, language, text }: HearVoiceProps): Promise<string> {
  const { name, description = null } = voice;
  const nearest = nearestVoice(await browserVoices(), { language, description });
  if (!nearest) return `There is no recording of ${name}, and this browser has no voice of the language.`;
  // Placeholders would be read aloud.
  const words = text.replaceAll(/\{\{?[^{}]*\}?\}/g, '').trim();
  const utterance = new SpeechSynthesisUtterance(words === '' ? GREETING : words);
  utterance.voice = nearest;
  utterance.lang = nearest.lang;
  speechSynthesis.speak(utterance);
  return `This is “${nearest.name}”, the nearest voice of this browser, and not ${name}. On the phone, ${name} speaks.`;
}
