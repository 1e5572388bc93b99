import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ApiError, type Ringback } from '@ringback/client';
import { z } from 'zod';

export interface Tools {
  server: McpServer;
  register: McpServer['registerTool'];
  ringback: Ringback;
}

/** How clients show a tool, and when they ask before they use it. Nothing here reaches beyond the service. */
export const READS = { readOnlyHint: true, openWorldHint: false } as const;
export const CREATES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const;
export const CHANGES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
export const DELETES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const;
/** Reaches a person, and costs money. */
export const COSTS_MONEY = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
} as const;

/** Title and description of a tool for one operation: the texts of the reference, and the sentences that a model needs besides. */
export function about(
  { summary, description }: { summary: string; description: string },
  { title = summary, more }: { title?: string; more?: string } = {},
) {
  return { title, description: more === undefined ? description : `${description} ${more}` };
}

export const id = (of: string) => z.number().int().positive().describe(`Id of ${of}.`);
export const variables = z.record(z.string(), z.unknown());
/** Variables in a request. The Gemini API refuses an object without properties, so the schema has one as an example. */
export const givenVariables = variables.meta({
  properties: {
    customer_name: { type: 'string', description: 'An example. The names are those of the placeholders.' },
  },
});
export const limit = z
  .number()
  .int()
  .min(1)
  .max(100)
  .default(20)
  .describe('The largest number of records to answer with.');
/** Continues a list. */
export const before_id = z
  .number()
  .int()
  .positive()
  .optional()
  .describe('Only older records: the id of the last record of the answer before.');
/** Runs a tool. A refusal of the service becomes an answer that a model can act on. */
export async function answer(work: () => Promise<Record<string, unknown>>): Promise<CallToolResult> {
  try {
    const structuredContent = await work();
    return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
  } catch (error) {
    return failure(explain(error));
  }
}

export function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/** What a model can read of an error. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const { status, message, detail, retryAfter, help } = error;
  const parts = [
    `The service refused with status ${status}: ${message}`,
    detail,
    retryAfter === undefined ? undefined : `Try again in ${Math.ceil(retryAfter)} s.`,
    help === undefined ? undefined : `See ${help}`,
  ];
  return parts.filter((part) => part !== undefined).join('\n');
}

/** The first records of a list. */
export async function take<Record>(records: AsyncIterable<Record>, count: number): Promise<Record[]> {
  const taken: Record[] = [];
  for await (const record of records) {
    taken.push(record);
    if (taken.length >= count) break;
  }
  return taken;
}
