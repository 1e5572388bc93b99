import type { CallDetail } from '@ringback/client';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isOpen } from './call-words.ts';
import { transcriptRows, turnParts } from './transcript.ts';

/** Of a reader who has scrolled up, the place is kept. */
const NEAR_END_PX = 60;

/** What was said. While the call is on it grows, and stays at its end. */
export function Transcript({ call }: { call: Pick<CallDetail, 'transcript' | 'status'> }): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const wasAtEnd = useRef(true);
  const rows = transcriptRows(call.transcript);
  const isLive = isOpen(call.status);
  useEffect(() => {
    const element = list.current;
    if (element !== null && wasAtEnd.current && isLive) element.scrollTop = element.scrollHeight;
  }, [rows.length, isLive]);
  if (rows.length === 0) return <p class="soft">{isLive ? 'Nothing has been said yet.' : 'Nothing was said.'}</p>;
  return (
    <div
      ref={list}
      class="call-transcript-frame"
      role="log"
      aria-label="Transcript"
      aria-live={isLive ? 'polite' : 'off'}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        wasAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      <ol class="plain call-transcript">
        {rows.map(({ speaker, text }, index) => (
          <li key={index} class={speaker}>
            <span class="speaker">{speaker === 'assistant' ? 'Assistant' : 'Customer'}</span>
            <p>
              {turnParts(text).map((part, place) =>
                part.kind === 'note' ? (
                  <span key={place} class="badge">
                    {part.text.slice(1, -1)}
                  </span>
                ) : (
                  `${part.text} `
                ),
              )}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
