import { Agent } from 'node:http';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { atOnce, exchange } from '#test/bench/load.ts';

export type WireRequest = { headers: Record<string, string>; body: string };

/** The requests of a client to the table from now on, as they go over the wire. */
export function recordWire(client: Pick<DynamoDBDocumentClient, 'config'>): WireRequest[] {
  const wire: WireRequest[] = [];
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, ...rest) => {
    wire.push({ headers: { ...request.headers }, body: request.body });
    return handle(request, ...rest);
  };
  return wire;
}

/** The same bytes to the same table, as many at once as `clients`. Conditions fail now, which costs the table no less. Returns the seconds. */
export async function replayTable(requests: readonly WireRequest[], clients: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const seconds = await atOnce(clients, requests.length, (index) => replayOne(requests[index]!, agent));
  agent.destroy();
  return seconds;
}

export async function replayOne({ headers, body }: WireRequest, agent: Agent): Promise<void> {
  await exchange(`http://${headers['host']}/`, { method: 'POST', headers, agent }, body);
}
