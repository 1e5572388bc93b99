import type { UserStore } from '#shared/accounts/account.ts';
import { signatureHeaders } from '#shared/accounts/webhook-secrets.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { GuardedAnswer, GuardedSender } from '#shared/platform/http/guarded-transport.ts';
import type { Secrets } from '#shared/platform/secrets.ts';
import { readToolAnswer, type ReadAnswer } from '#shared/tools/tool-answer.ts';
import type { ToolRequest } from '#shared/tools/tool-request.ts';
import { hideValues } from '#shared/tools/tool-secrets.ts';
import type { UserTool } from '#shared/tools/user-tool.ts';

export interface SendToolDeps {
  users: Pick<UserStore, 'get'>;
  secrets: Pick<Secrets, 'getLive'>;
  transport: GuardedSender;
  clock: Pick<Clock, 'now'>;
}

interface SentTool {
  tool: Pick<UserTool, 'userId' | 'timeoutSeconds' | 'assignments' | 'responseFilter'>;
  request: ToolRequest;
  /** Of the invocation, the same in each attempt: `webhook-id` and `Idempotency-Key`. */
  id: string;
  /** What is left of the turn, if that is less than the timeout of the tool. */
  limitMs?: number | undefined;
}

/**
 * `done`: an answer of 2xx. `failed`: another answer. `unsent`: the request has certainly not arrived. `unknown`: there was no
 * answer, so the receiver may have done its work.
 */
export type ToolOutcome = 'done' | 'failed' | 'unsent' | 'unknown';

export interface ToolResult extends ReadAnswer {
  outcome: ToolOutcome;
  /** Of HTTP. Undefined without an answer. */
  status?: number | undefined;
  body: string;
  /** For the user, not for the model. */
  problem?: string | undefined;
  durationMs: number;
}

/** Never throws for what the receiver does. */
export async function sendToolRequest(sent: SentTool, deps: SendToolDeps): Promise<ToolResult> {
  const { tool, request, id, limitMs = Infinity } = sent;
  const user = await deps.users.get(tool.userId);
  if (!user) throw new Error(`there is no user ${tool.userId}`);
  const signed = await signatureHeaders({ id, at: deps.clock.now(), body: request.body }, user, deps);
  const answer = await deps.transport.send({
    ...request,
    headers: { ...defaultHeaders(request), ...request.headers, ...signed, 'idempotency-key': id },
    deadlineMs: Math.max(1, Math.min(tool.timeoutSeconds * 1000, limitMs)),
  });
  const result = toResult(tool, answer);
  const hide = (text: string) => hideValues(text, secretOnes(request.headers));
  return { ...result, told: hide(result.told), body: hide(result.body) };
}

/** A receiver may repeat what it got. */
function secretOnes(headers: ToolRequest['headers']): Record<string, string> {
  const isOpen = (name: string) => /^(?:accept|accept-language|content-type|user-agent)$/i.test(name);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isOpen(name)));
}

function defaultHeaders({ body, headers }: ToolRequest): Record<string, string> {
  const has = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const all = {
    'user-agent': 'Ringback-Tools/1',
    accept: 'application/json, text/*;q=0.9, */*;q=0.1',
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !has.has(name)));
}

function toResult(tool: SentTool['tool'], answer: GuardedAnswer): ToolResult {
  const { durationMs } = answer;
  if (answer.kind === 'answered') {
    const { status, body } = answer;
    const outcome = status >= 200 && status < 300 ? 'done' : 'failed';
    return { outcome, status, body, durationMs, ...readToolAnswer(tool, answer) };
  }
  const { problem } = answer;
  const outcome = answer.kind === 'refused' || NOT_CONNECTED.test(problem) ? 'unsent' : 'unknown';
  const nothing = { body: '', variables: {}, sensitive: [], durationMs };
  return { outcome, problem, told: toldOf(outcome, problem), ...nothing };
}

/** No connection was made. */
const NOT_CONNECTED =
  /\((?:ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EADDRNOTAVAIL|ENOTFOUND|ENODATA|EBADNAME|EAI_AGAIN|ETIMEOUT|ESERVFAIL|EREFUSED)\)$/;

function toldOf(outcome: 'unsent' | 'unknown', problem: string): string {
  if (outcome === 'unsent') return 'The service cannot be reached, and nothing was done.';
  const late = problem.startsWith('no answer within');
  return `The service ${late ? 'has not answered in time' : 'has not answered'}: it is not known whether it has done anything.`;
}
