import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { explain, failure } from './tool.ts';

export const confirm = z
  .boolean()
  .optional()
  .describe(
    'Set it to true only after the user has agreed to this very action. Clients that can ask the user ignore it.',
  );

/** What the user agrees to: `Call +12025550100 with assistant 1`, and why that needs an agreement. */
interface Action {
  action: string;
  effect: string;
}

/** What the model says of the user's consent, and the request that asks for it. */
export interface Consent {
  confirmed: boolean | undefined;
  signal: AbortSignal;
}

export const costsMoney = (action: string): Action => ({ action, effect: 'It costs money.' });

/** The user needs time to read the question. The limit of the SDK is a minute. */
const ANSWER_WITHIN_MS = 10 * 60_000;

/**
 * Asks the user to agree to an action: with a form of the client if it can show one, else with the parameter.
 * Returns the refusal, or undefined if the user has agreed. A cancelled request has no consent.
 */
export async function withoutConsent(
  server: McpServer,
  asked: Action,
  { confirmed, signal }: Consent,
): Promise<CallToolResult | undefined> {
  const canAsk = server.server.getClientCapabilities()?.elicitation?.form !== undefined;
  const refusal = canAsk ? await askUser(server, asked, signal) : refusalWithout(confirmed, asked);
  return signal.aborted ? failure(`Nothing was done: the request was cancelled. (${asked.action})`) : refusal;
}

function refusalWithout(confirmed: boolean | undefined, { action, effect }: Action): CallToolResult | undefined {
  if (confirmed) return undefined;
  return failure(`Nothing was done. ${action}? ${effect} Ask the user, then call again with confirm: true.`);
}

async function askUser(
  server: McpServer,
  { action, effect }: Action,
  signal: AbortSignal,
): Promise<CallToolResult | undefined> {
  const question = {
    message: `${action}? ${effect}`,
    requestedSchema: {
      type: 'object' as const,
      properties: { confirm: { type: 'boolean' as const, title: 'Yes, do it', default: false } },
      required: ['confirm'],
    },
  };
  try {
    const answered = await server.server.elicitInput(question, { signal, timeout: ANSWER_WITHIN_MS });
    if (answered.action === 'accept' && answered.content?.['confirm'] === true) return undefined;
    return failure(`Nothing was done: the user has not agreed. (${action})`);
  } catch (error) {
    return failure(`Nothing was done: the user has not answered. (${action}: ${explain(error)})`);
  }
}

const SHOWN_CHARACTERS = 1000;

/**
 * A value of the model in a question to the user. Quotes, line breaks and invisible characters are escaped, so that no value ends its quotes or
 * looks like another one. A phone number stands as it is.
 */
export function shown(value: unknown): string {
  if (typeof value === 'string' && /^\+\d{1,15}$/.test(value)) return value;
  const text = JSON.stringify(value ?? null).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
  if (text.length <= SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS)}… (${text.length} characters)`;
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`;
}
