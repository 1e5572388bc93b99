import { createRequire } from 'node:module';
import { join } from 'node:path';
import { paginationEnvelope } from '#shared/platform/http/lists.ts';

/** `node rival-server.ts <port> <database url>`: the same list of calls, by Fastify and PostgreSQL. */

// As much of the two packages as is used here: they are installed only where the benchmark runs.
interface Fastify {
  get(path: string, handle: (request: { url: string; headers: { host: string } }, reply: Reply) => unknown): void;
  listen(options: { port: number; host: string }): Promise<string>;
}
type Reply = { type(name: string): { send(body: string): unknown } };
interface Pool {
  query(query: { name: string; text: string; values: unknown[] }): Promise<{ rows: Record<string, string>[] }>;
}

const require = createRequire(join(import.meta.dirname, 'packages/package.json'));
const createFastify = require('fastify') as (options: { exposeHeadRoutes: boolean }) => Fastify;
const { Pool } = require('pg') as { Pool: new (options: { connectionString: string; max: number }) => Pool };

const [port = '', connectionString = ''] = process.argv.slice(2);
const pool = new Pool({ connectionString, max: 10 });
const app = createFastify({ exposeHeadRoutes: false });
const PER_PAGE = 15;

const ID_EPOCH_MS = 1_735_689_600_000;
/** Dates are ranges of ids here too: no other index could do better. */
const firstId = (day: string, days: number) => (Date.parse(day) + days * 86_400_000 - ID_EPOCH_MS) * 4096;
const same = (value: string) => value;
const conditions: Record<string, [condition: string, value: (given: string) => unknown]> = {
  status: ['status =', same],
  type: ['type =', same],
  phone_number: ['client_phone_number =', same],
  assistant_id: ['assistant_id =', same],
  campaign_id: ['campaign_id =', same],
  date_from: ['id >=', (day) => firstId(day, 0)],
  date_to: ['id <', (day) => firstId(day, 1)],
};

app.get('/api/user/calls', async (request, reply) => {
  const url = new URL(request.url, `http://${request.headers.host}`);
  const page = Number(url.searchParams.get('page') ?? 1);
  const given = [...url.searchParams].filter(([name]) => name in conditions);
  const values: unknown[] = [1, ...given.map(([name, value]) => conditions[name]![1](value))];
  const where = ['user_id = $1', ...given.map(([name], index) => `${conditions[name]![0]} $${index + 2}`)].join(
    ' AND ',
  );
  // A name of the driver's liking, one for each mix, so that a query is planned once.
  const mix = given.map(([name]) => name).join(' ');
  const [counted, found] = await Promise.all([
    pool.query({ name: `count ${mix}`, text: `SELECT count(*) AS total FROM calls WHERE ${where}`, values }),
    pool.query({
      name: `page ${mix}`,
      text: `SELECT record FROM calls JOIN (SELECT id FROM calls WHERE ${where} ORDER BY id DESC
        LIMIT ${PER_PAGE} OFFSET $${values.length + 1}) AS shown USING (id) WHERE user_id = $1 ORDER BY id DESC`,
      values: [...values, (page - 1) * PER_PAGE],
    }),
  ]);
  const rows = found.rows.map(({ record }) => record);
  const total = Number(counted.rows[0]?.['total']);
  const envelope = paginationEnvelope({ rows, total }, { page, perPage: PER_PAGE }, url);
  // The records are JSON already.
  const text = JSON.stringify({ ...envelope, data: [] }).replace('"data":[]', () => `"data":[${rows.join(',')}]`);
  return reply.type('application/json').send(text);
});

await app.listen({ port: Number(port), host: '127.0.0.1' });
process.stdout.write('ready\n');
