import { useEffect, useState } from 'preact/hooks';

/** Seconds since a moment, counted while it lasts: until `to`. */
export function useSeconds(from: number | undefined, to: number | undefined): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (from === undefined || to !== undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [from, to]);
  return from === undefined ? 0 : Math.max(0, ((to ?? now) - from) / 1000);
}
