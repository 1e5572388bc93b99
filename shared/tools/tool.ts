import type { EngineMode } from '#shared/catalog/engine-mode.ts';
import type { ParameterSchema } from '#shared/tools/parameter-schema.ts';

export interface Tool extends OfferableTool {
  /** @param args as the model wrote them: parse them @returns what the model is told @throws if it fails */
  run(args: ToolArguments, call: ToolCaller): Promise<string>;
}

export interface ToolDefinition<Deps> extends OfferableTool {
  run(args: ToolArguments, call: ToolCaller, deps: Deps): Promise<string>;
}

export interface OfferableTool {
  /** Letters and underscores. Records and logs have it. */
  readonly name: string;
  readonly parameters: ToolParameters;
  /** Otherwise its result goes back to the model, and the conversation goes on. */
  readonly endsCall: boolean;
  /** Of a tool that ends the conversation and not the call: `run` returns what the session with the carrier ends with. */
  readonly handsOver?: boolean;
  /**
   * Takes effect whatever the customer says, and before other tools that end the call. A cut answer is read to its end for it,
   * and a model that can take no tools is not asked.
   */
  readonly mustNotBeLost?: boolean;
  /** Its result needs no words: the model is not asked again, and may have said nothing. */
  readonly completesAnswer?: boolean;
  /** Whether a call that the model writes into its text counts. Of a tool that needs no arguments. */
  readonly mayBeWritten?: boolean;
  /** Undefined in a call in which the model does not get the tool. */
  offer(call: CallFacts): ToolOffer | undefined;
  /** What the rehearsal model calls the tool with after these words; undefined if it does not. */
  rehearse?(words: string): ToolArguments | undefined;
}

export interface CallFacts {
  mode: EngineMode;
  assistantTools: ReadonlyArray<{ type: string; data: Record<string, unknown> }>;
  isCampaign: boolean;
}

export interface ToolOffer {
  description: string;
  instructions?: string;
}

export type OfferedTool = OfferableTool & ToolOffer;
export type RunnableTool = Tool & ToolOffer;

export interface ToolParameters extends ParameterSchema {
  type: 'object';
  properties: Record<string, ParameterSchema>;
}

export type ToolArguments = Record<string, unknown>;

export interface ToolCaller {
  userId: number;
  callId: number;
}

export const noParameters: ToolParameters = { type: 'object', properties: {}, additionalProperties: false };

export function withDeps<Deps>(tool: ToolDefinition<Deps>, deps: () => Deps): Tool {
  return { ...tool, run: (args, call) => tool.run(args, call, deps()) };
}

export function offeredTools<Some extends OfferableTool>(
  tools: readonly Some[],
  call: CallFacts,
): Array<Some & ToolOffer> {
  return tools.flatMap((tool) => {
    const offer = tool.offer(call);
    return offer ? [{ ...tool, ...offer }] : [];
  });
}

export function byPrecedence<Some extends Pick<OfferableTool, 'mustNotBeLost'>>(tools: readonly Some[]): Some[] {
  return tools.toSorted((one, other) => Number(other.mustNotBeLost ?? false) - Number(one.mustNotBeLost ?? false));
}

/** Servers leave marks of their model beside the name, such as `functions.` and `<|channel|>commentary`. */
export function findNamed<Some extends Pick<OfferableTool, 'name'>>(
  text: string,
  tools: readonly Some[],
): Some | undefined {
  return tools.find(({ name }) => new RegExp(String.raw`\b${name}\b`, 'u').test(text));
}
