import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { dynamo } from '#shared/platform/environment.ts';

type Fields = Record<string, unknown>;
type Answer = Fields & Partial<Record<'Item', Marshalled>> & { Items?: Marshalled[] };
type Marshalled = Parameters<typeof unmarshall>[0];
type Provider = ReturnType<typeof dynamo>['config']['credentials'];

const ATTEMPTS = 5;
const FIRST_DELAY_MS = 25;
const TIMEOUT_MS = 3000;
const VALUES: readonly string[] = ['Key', 'Item', 'ExpressionAttributeValues'];

/**
 * The least that a client of our own would do: signatures, time-outs, checksums, retries with full jitter. Of what the SDK does
 * it lacks HTTPS, the ways to an address, exceptions, the correction of a wrong clock, the budget for retries, batches.
 */
export function createMinimalClient(url: string, region: string, credentials: Provider) {
  const { hostname, port, host } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  const sign = createSigner(host, region);
  return async (operation: string, input: Fields): Promise<Fields> => {
    const target = `DynamoDB_20120810.${operation}`;
    const body = JSON.stringify(marshalled(input));
    const attempt = async () => {
      const headers = sign(target, body, await credentials());
      const sent = request({ hostname, port, method: 'POST', path: '/', agent, headers, timeout: TIMEOUT_MS });
      sent.on('timeout', () => sent.destroy(new Error('time-out')));
      const [response] = (await once(sent.end(body), 'response')) as [IncomingMessage];
      return { status: response.statusCode ?? 0, text: await readChecked(response) };
    };
    for (let attempts = 1; ; attempts += 1) {
      const { status, text } = await attempt().catch((error: unknown) => ({ status: 0, text: String(error) }));
      if (status === 200) return unmarshalled(JSON.parse(text) as Answer);
      const isPassing = status === 0 || status >= 500 || /Throttl|Throughput/.test(text);
      if (!isPassing || attempts === ATTEMPTS) throw new Error(text);
      await sleep(Math.random() * FIRST_DELAY_MS * 2 ** (attempts - 1));
    }
  };
}

async function readChecked(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(response, 'end');
  const bytes = Buffer.concat(chunks);
  if (Number(response.headers['x-amz-crc32']) !== crc32(bytes)) throw new Error('the checksum is another one');
  return bytes.toString();
}

function marshalled(input: Fields): Fields {
  const entries = Object.entries(input).map(([name, value]): [string, unknown] => {
    if (VALUES.includes(name)) return [name, marshall(value, { removeUndefinedValues: true })];
    if (name === 'TransactItems') return [name, (value as Fields[]).map(marshalled)];
    return [name, name === 'Put' || name === 'Update' ? marshalled(value as Fields) : value];
  });
  return Object.fromEntries(entries);
}

const unmarshalled = ({ Item, Items, ...rest }: Answer): Fields => ({
  ...rest,
  Item: Item && unmarshall(Item),
  Items: Items?.map((item) => unmarshall(item)),
});

const TYPE = 'application/x-amz-json-1.0';
const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Signature version 4. Keeps the signing key of the day. */
function createSigner(host: string, region: string) {
  let kept: { name: string; key: string | Buffer } | undefined;
  return (
    target: string,
    body: string,
    { accessKeyId, secretAccessKey, sessionToken }: Awaited<ReturnType<Provider>>,
  ) => {
    const date = new Date().toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
    const scope = `${date.slice(0, 8)}/${region}/dynamodb/aws4_request`;
    const name = `${secretAccessKey}${scope}`;
    if (kept?.name !== name)
      kept = { name, key: scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`) };
    const token = sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken };
    const signed = { 'content-type': TYPE, host, 'x-amz-date': date, ...token, 'x-amz-target': target };
    const names = Object.keys(signed).join(';');
    const lines = Object.entries(signed).map(([header, value]) => `${header}:${value}\n`);
    const canonical = digest(`POST\n/\n\n${lines.join('')}\n${names}\n${digest(body)}`);
    const signature = hmac(kept.key, `AWS4-HMAC-SHA256\n${date}\n${scope}\n${canonical}`).toString('hex');
    const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
    return { ...signed, authorization, 'content-length': Buffer.byteLength(body) };
  };
}
