import type { OfferedTool, ToolArguments, ToolCaller } from '#shared/tools/tool.ts';

/** A tool whose effect is outside of the service, so that it is asked for once. */
export interface OutsideTool extends OfferedTool {
  readonly id: number;
  readonly timeoutMs: number;
  /** It only reads, or its receiver knows the key: it may be sent again with the same key. */
  readonly isSafe: boolean;
  /** Each call of the model counts, also with the same arguments. */
  readonly isRepeatable: boolean;
  /** What is said while it runs. Empty: nothing. Null: what the language has. */
  readonly waitMessage: string | null;
  /** Whether it took long of late, as far as this process knows. */
  isSlow(): boolean;
  /** What is wrong with the arguments, for the model. */
  problemOf(args: ToolArguments, variables: Variables): string | undefined;
  /** Never throws for what the receiver does. */
  send(request: OutsideRequest): Promise<OutsideResult>;
}

export type Variables = Readonly<Record<string, unknown>>;

export interface OutsideRequest {
  args: ToolArguments;
  variables: Variables;
  /** Of the effect. */
  key: string;
  limitMs: number;
}

/** `unsent`: it has certainly not arrived. `unknown`: it is not known whether it has taken effect. */
export interface OutsideResult {
  outcome: 'done' | 'failed' | 'unsent' | 'unknown';
  told: string;
  variables: Record<string, unknown>;
  sensitive: string[];
  durationMs: number;
}

export interface OutsideTools {
  /** In the order of the ids. Those that do not exist any more are left out. Variables may limit what the model chooses from. */
  load(call: ToolCaller, toolIds: readonly number[]): Promise<(variables: Variables) => OutsideTool[]>;
}

export const isOutside = (tool: object): tool is OutsideTool => 'isRepeatable' in tool;
