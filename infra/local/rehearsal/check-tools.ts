import { matchesArguments } from '#infra/local/rehearsal/argument-match.ts';
import type { ExpectedCall, Expectations } from '#infra/local/rehearsal/rehearsal.ts';

export interface RecordedCall {
  name: string;
  arguments: Record<string, unknown>;
  status: string;
}

export interface ToolOutcome {
  /** Names of all tools that were called. */
  tools: string[];
  /** The tools of users, in the order of the record. */
  toolCalls: RecordedCall[];
  /** How many requests the server of each got. */
  toolRequests: Readonly<Record<string, number>>;
}

type ToolExpectations = Pick<Expectations, 'tool_called' | 'tool_not_called' | 'tool_calls' | 'tool_requests'>;

export function checkTools(expect: ToolExpectations, outcome: ToolOutcome): string[] {
  const { tools, toolCalls, toolRequests } = outcome;
  const called = tools.length === 0 ? 'no tool was called' : `only ${tools.join(', ')} was called`;
  const missing = (expect.tool_called ?? []).filter((name) => !tools.includes(name));
  const unwanted = (expect.tool_not_called ?? []).filter((name) => tools.includes(name));
  const sent = Object.entries(expect.tool_requests ?? {}).filter(
    ([name, count]) => count !== (toolRequests[name] ?? 0),
  );
  return [
    ...missing.map((name) => `tool_called: expected ${name}, and ${called}`),
    ...unwanted.map((name) => `tool_not_called: ${name} was called`),
    ...(expect.tool_calls ? checkCalls(expect.tool_calls, toolCalls) : []),
    ...sent.map(
      ([name, count]) => `tool_requests.${name}: expected ${count}, and its server got ${toolRequests[name] ?? 0}`,
    ),
  ];
}

function checkCalls(wanted: readonly ExpectedCall[], calls: readonly RecordedCall[]): string[] {
  const were = calls.length === 0 ? 'there was no call' : `the calls were ${calls.map(shown).join(', ')}`;
  if (wanted.length === 0) return calls.length === 0 ? [] : [`tool_calls: expected none, and ${were}`];
  let from = 0;
  for (const [index, one] of wanted.entries()) {
    const found = calls.findIndex((call, at) => at >= from && isAsWanted(one, call));
    const before = index === 0 ? '' : ` behind ${index === 1 ? 'the first one' : `the first ${index}`}`;
    if (found === -1) return [`tool_calls: expected ${describe(one)}${before}, and ${were}`];
    from = found + 1;
  }
  return [];
}

function isAsWanted({ tool, ...rest }: ExpectedCall, call: RecordedCall): boolean {
  const { status = call.status, ...match } = { with: undefined, exactly: undefined, ...rest };
  return tool === call.name && status === call.status && matchesArguments(match, call.arguments);
}

const shown = ({ name, arguments: args, status }: RecordedCall) => `${name} ${JSON.stringify(args)} (${status})`;

function describe({ tool, ...rest }: ExpectedCall): string {
  const { with: some, exactly, status } = { with: undefined, exactly: undefined, status: undefined, ...rest };
  const args = exactly ? ` exactly ${JSON.stringify(exactly)}` : some ? ` with ${JSON.stringify(some)}` : '';
  return `${tool}${args}${status === undefined ? '' : ` (${status})`}`;
}
