import { Wrench } from 'lucide-preact';
import type { JSX } from 'preact';
import { type ToolName, toolEffects } from './transcript.ts';

/** What the model called, as a line of a transcript. The parentheses are empty: no tool has arguments. */
export function CalledTool({ name }: { name: ToolName }): JSX.Element {
  return (
    <span class="called-tool">
      <Wrench size={13} aria-hidden="true" />
      <span>
        The model called <code>{name}()</code>: {toolEffects[name]}
      </span>
    </span>
  );
}
