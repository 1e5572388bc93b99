import { token } from '../../service/session.ts';

/** An action of the local stack itself; the token shows that one of its users asks. */
export async function askStack<Result>(path: string, body: unknown): Promise<Result> {
  const headers = { authorization: `Bearer ${token() ?? ''}`, 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer: Result & { message?: string } = await response.json();
  if (!response.ok) throw new Error(answer.message ?? `The stack answered ${response.status}`);
  return answer;
}
