import { type CallDetail, isOpen } from '@ringback/client';
import { Fragment, type JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CalledTool } from './called-tool.tsx';
import { BUDGET_MS } from './latency.ts';
import { type TranscriptRow, transcriptRows, turnParts } from './transcript.ts';
import { milliseconds } from '../format/time.ts';

/** Of a reader who has scrolled up, the place is kept. */
const NEAR_END_PX = 60;

/** The words and the called tools. While the call goes on, the view stays at its end. */
export function Transcript({ call }: { call: Pick<CallDetail, 'transcript_turns' | 'status'> }): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const wasAtEnd = useRef(true);
  const rows = transcriptRows(call.transcript_turns);
  const isLive = isOpen(call);
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
        {rows.map((row, index) => (
          <Fragment key={index}>
            <Said row={row} />
            {row.tools.map((name) => (
              <li key={name} class="tool">
                <CalledTool name={name} />
              </li>
            ))}
          </Fragment>
        ))}
      </ol>
    </div>
  );
}

function Said({ row: { speaker, text, waitMs } }: { row: TranscriptRow }): JSX.Element {
  return (
    <li class={speaker}>
      <span class="speaker">
        {speaker === 'assistant' ? 'Assistant' : 'Customer'}
        {waitMs === undefined ? null : (
          <span class={waitMs > BUDGET_MS ? 'numeric is-late' : 'numeric'}> · after {milliseconds(waitMs)}</span>
        )}
      </span>
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
  );
}
