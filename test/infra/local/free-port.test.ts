import { createServer } from 'node:http';
import { listen } from '@ringback/simulators/line/loopback-server.ts';
import { expect, it } from 'vitest';
import { freePort } from '#infra/local/address/free-port.ts';

it('is none that the system hands out to others', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  expect(Math.min(...ports)).toBeGreaterThan(10_000);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

it('is the preferred one where that is free, and another one where it stays taken', async () => {
  const wanted = await freePort();
  expect(await freePort(wanted)).toBe(wanted);
  const server = await listen(createServer());
  const taken = Number(new URL(server.url).port);
  expect(await freePort(taken)).not.toBe(taken);
  await server.stop();
});
