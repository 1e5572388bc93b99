import { createRequire } from 'node:module';
import { join } from 'node:path';
import { paginationEnvelope } from '#shared/platform/http/pagination.ts';

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
const DATA = '"data":[]';

const columns = {
  status: 'status',
  type: 'type',
  phone_number: 'client_phone_number',
  assistant_id: 'assistant_id',
  campaign_id: 'campaign_id',
};
const ID_EPOCH_MS = 1_735_689_600_000;
/** Dates are ranges of ids here too: no other index could do better. */
const firstId = (day: string, days: number) => (Date.parse(day) + days * 86_400_000 - ID_EPOCH_MS) * 4096;

app.get('/api/user/calls', async (request, reply) => {
  const url = new URL(request.url, `http://${request.headers.host}`);
  const asked = { page: Number(url.searchParams.get('page') ?? 1), perPage: 15 };
  const conditions = ['user_id = $1'];
  const values: unknown[] = [1];
  const add = (condition: string, value: unknown) => conditions.push(`${condition} $${values.push(value)}`);
  for (const [name, column] of Object.entries(columns)) {
    const value = url.searchParams.get(name);
    if (value !== null) add(`${column} =`, value);
  }
  const from = url.searchParams.get('date_from');
  const to = url.searchParams.get('date_to');
  if (from !== null) add('id >=', firstId(from, 0));
  if (to !== null) add('id <', firstId(to, 1));
  const where = conditions.join(' AND ');
  // A name of the driver's liking, one for each mix, so that a query is planned once.
  const mix = [...url.searchParams.keys()]
    .filter((key) => key !== 'page')
    .toSorted()
    .join(' ');
  const [counted, found] = await Promise.all([
    pool.query({ name: `count ${mix}`, text: `SELECT count(*) AS total FROM calls WHERE ${where}`, values }),
    pool.query({
      name: `page ${mix}`,
      text: `SELECT record FROM calls JOIN (SELECT id FROM calls WHERE ${where} ORDER BY id DESC
        LIMIT ${asked.perPage} OFFSET $${values.length + 1}) AS shown USING (id) WHERE user_id = $1 ORDER BY id DESC`,
      values: [...values, (asked.page - 1) * asked.perPage],
    }),
  ]);
  const rows = found.rows.map(({ record }) => record);
  const envelope = paginationEnvelope({ rows, total: Number(counted.rows[0]?.['total']) }, asked, url);
  // The records are JSON already.
  const text = JSON.stringify({ ...envelope, data: [] }).replace(DATA, () => `"data":[${rows.join(',')}]`);
  return reply.type('application/json').send(text);
});

await app.listen({ port: Number(port), host: '127.0.0.1' });
process.stdout.write('ready\n');
