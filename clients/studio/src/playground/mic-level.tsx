import { Mic } from 'lucide-preact';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const LOOK_MS = 100;
/** Speech close to a microphone is far below full scale. */
const GAIN = 4;

/** How loud the microphone hears the user. Nothing where it cannot be used, which the call says. */
export function MicLevel(): JSX.Element | null {
  const [level, setLevel] = useState<number>();
  useEffect(() => {
    const ended = new AbortController();
    void watchLevel(setLevel, ended.signal).catch(() => undefined);
    return () => ended.abort();
  }, []);
  if (level === undefined) return null;
  return (
    <span class="mic-level">
      <Mic size={15} aria-hidden="true" />
      <meter min={0} max={1} value={level} aria-label="Level of the microphone" />
    </span>
  );
}

async function watchLevel(onLevel: (level: number) => void, signal: AbortSignal): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    onLevel(Math.min(1, (GAIN * Math.hypot(...samples)) / Math.sqrt(samples.length)));
  }, LOOK_MS);
  const stop = () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
}
