import { Hash, PhoneForwarded } from 'lucide-preact';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { AssistantLine, Line } from './conversation.ts';
import { CalledTool } from '../calls/called-tool.tsx';
import { BUDGET_MS } from '../calls/latency.ts';

/** The conversation, while it goes on. */
export function Transcript({ lines, isLive }: { lines: readonly Line[]; isLive: boolean }): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.scrollTo({ top: element.current.scrollHeight });
  }, [lines]);
  return (
    <div ref={element} class="transcript" role="log" aria-label="Transcript" aria-live="polite" tabIndex={0}>
      {lines.length === 0 ? (
        <p class="soft small waiting">
          <PhoneForwarded size={15} aria-hidden="true" /> The assistant picks up…
        </p>
      ) : null}
      {lines.map((line, index) => (
        <Said key={index} line={line} isLive={isLive && index === lines.length - 1} />
      ))}
    </div>
  );
}

function Said({ line, isLive }: { line: Line; isLive: boolean }): JSX.Element {
  if (line.who === 'keys') {
    return (
      <p class="line-said keys">
        <Hash size={13} aria-hidden="true" /> You pressed {line.text}
      </p>
    );
  }
  if (line.who === 'tool') {
    return (
      <p class="line-said tool">
        <CalledTool name={line.name} />
      </p>
    );
  }
  return (
    <div class={`line-said ${line.who}`}>
      <span class="visually-hidden">{line.who === 'assistant' ? 'Assistant: ' : 'You: '}</span>
      {line.who === 'assistant' ? <AssistantText line={line} isLive={isLive} /> : <p>{line.text}</p>}
    </div>
  );
}

/** Words that the customer did not hear, after an interruption, are struck out. */
function AssistantText({
  line: { text, heard, isComplete, latencyMs },
  isLive,
}: {
  line: AssistantLine;
  isLive: boolean;
}): JSX.Element {
  const played = heard === undefined ? text : heard;
  const unheard = heard !== undefined && text.startsWith(heard) ? text.slice(heard.length) : '';
  return (
    <>
      <p>
        {played}
        {unheard === '' ? null : <del>{unheard}</del>}
        {isLive && !isComplete ? <span class="caret" aria-hidden="true" /> : null}
      </p>
      {heard === undefined && latencyMs === undefined ? null : (
        <p class="about">
          {latencyMs === undefined ? null : (
            <span class={latencyMs > BUDGET_MS ? 'is-late' : ''}>after {Math.round(latencyMs)} ms</span>
          )}
          {heard === undefined ? null : <span>interrupted</span>}
        </p>
      )}
    </>
  );
}
