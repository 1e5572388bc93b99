import { Wrench } from 'lucide-preact';
import type { JSX } from 'preact';
import { type ToolName, toolEffects } from './transcript.ts';

/** A tool that the model called, as a line of a transcript. */
export function CalledTool({ name }: { name: ToolName }): JSX.Element {
  const effect = toolEffects[name];
  return (
    <span class="called-tool">
      <Wrench size={13} aria-hidden="true" />
      <span>
        The model called <code>{name}()</code>
        {effect === undefined ? '' : `: ${effect}`}
      </span>
    </span>
  );
}
