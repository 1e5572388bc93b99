import type { EngineMode } from '#shared/catalog/engine-mode.ts';

/** A tool of the model in a call. Its effect belongs to the feature in whose folder it stands. */
export interface Tool extends OfferableTool {
  /**
   * @param args as the model wrote them: parse them
   * @returns what the model is told. Of a tool that ends the call, nobody reads it
   * @throws if it fails. A model whose call goes on is told so
   */
  run(args: ToolArguments, call: ToolCaller): Promise<string>;
}

/** A tool as its file states it: what it needs is handed to it by `withDeps`. */
export interface ToolDefinition<Deps> extends OfferableTool {
  run(args: ToolArguments, call: ToolCaller, deps: Deps): Promise<string>;
}

/** What a model is told of a tool, and when. */
export interface OfferableTool {
  /** Letters and underscores. Records and logs have it. */
  readonly name: string;
  readonly parameters: ToolParameters;
  /** Whether the call ends with it. Otherwise its result goes back to the model, and the conversation goes on. */
  readonly endsCall: boolean;
  /**
   * Of a tool that ends the call: no call of it is lost. An answer that was cut is read to its end for it, it takes effect whatever the
   * customer has said since, it goes before another tool that ends the call, and a model that can take no tools is not asked.
   */
  readonly mustNotBeLost?: boolean;
  /** Whether a call that the model writes into its text counts. Of a tool without arguments. */
  readonly mayBeWritten?: boolean;
  /** Undefined in a call in which the model does not get the tool. */
  offer(call: CallFacts): ToolOffer | undefined;
  /** The arguments with which the rehearsal model calls the tool after these words of the customer; undefined if it does not. */
  rehearse?(words: string): ToolArguments | undefined;
}

/** What decides whether a tool is offered in a call. */
export interface CallFacts {
  mode: EngineMode;
  /** The tools in the record of the assistant. */
  assistantTools: ReadonlyArray<{ type: string; data: Record<string, unknown> }>;
  /** Whether a campaign makes the call. */
  isCampaign: boolean;
}

export interface ToolOffer {
  /** Tells the model what the tool does, and when to call it. */
  description: string;
  /** A paragraph for the instructions of the model. */
  instructions?: string;
}

/** A tool that the model of a call has. */
export type OfferedTool = OfferableTool & ToolOffer;
export type RunnableTool = Tool & ToolOffer;

/** JSON Schema, as both engines send it to the model. */
export interface ToolParameters {
  type: 'object';
  properties: Record<string, ParameterSchema>;
  required?: string[];
  additionalProperties: false;
}

interface ParameterSchema {
  type: 'string' | 'number' | 'boolean';
  description: string;
  enum?: string[];
}

export type ToolArguments = Record<string, unknown>;

/** The call whose model calls a tool. */
export interface ToolCaller {
  userId: number;
  callId: number;
}

export const noParameters: ToolParameters = { type: 'object', properties: {}, additionalProperties: false };

/** @param deps called when the tool runs */
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

/** The order in which one of several calls is taken. */
export function byPrecedence<Some extends Pick<OfferableTool, 'mustNotBeLost'>>(tools: readonly Some[]): Some[] {
  return tools.toSorted((one, other) => Number(other.mustNotBeLost ?? false) - Number(one.mustNotBeLost ?? false));
}

/**
 * The first of these tools whose name stands in a text. Servers leave marks of their model beside it, such as `functions.` and
 * `<|channel|>commentary`.
 */
export function findNamed<Some extends Pick<OfferableTool, 'name'>>(
  text: string,
  tools: readonly Some[],
): Some | undefined {
  return tools.find(({ name }) => new RegExp(String.raw`\b${name}\b`, 'u').test(text));
}
