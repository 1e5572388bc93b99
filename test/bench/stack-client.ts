import type { LocalStack } from '#infra/local/compose/local-stack.ts';

/** Asks the API of a stack as its first user. */
export async function askStack<Answer>(
  { address }: LocalStack,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const authorization = `Bearer ${address.users[0]?.token}`;
  const response = await fetch(`${address.base_url}${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

export async function askSimulator<Answer>({ address }: LocalStack, path: string): Promise<Answer> {
  return (await (await fetch(`${address.simulator_url}/_simulator/${path}`)).json()) as Answer;
}
