import { Readable } from 'node:stream';
import { HttpResponse } from '@smithy/core/protocols';
import { expect, it } from 'vitest';
import { connect } from '#infra/admin/connect.ts';
import { dynamo } from '#shared/platform/environment.ts';
import { commandRows } from '#test/programs/admin/command-rows.ts';
import { auditOf, changesSince, useCommandWorld, type Connect } from '#test/programs/admin/command-world.ts';

const { world, fresh, inProcess, restore } = useCommandWorld();

const writing = Object.entries(commandRows).flatMap(([name, row]) =>
  row.writes.length === 0 ? [] : (['refused', 'lost'] as const).map((fault) => ({ name, row, fault })),
);

it.each(writing)(
  'admin $name, stopped by a write that is $fault, says what it has written',
  async ({ name, row, fault }) => {
    // Writes that are many are alike.
    for (let at = 1; ; at += Math.ceil(at / 8)) {
      await restore();
      const faults = failFrom(at, fault);
      const run = await inProcess([...name.split(' '), ...row.args(world())], faults.connect);
      if (faults.writes() < at) return;
      const changed = await changesSince(fresh());
      expect({ at, code: run.code, out: run.out }).toEqual({ at, code: 1, out: '' });
      expect(changed.filter((key) => ![...run.written, ...run.unknown].includes(key))).toEqual([]);
      const counts = [
        ...(run.written.length > 0 ? [`${run.written.length} items written`] : []),
        ...(run.unknown.length > 0 ? [`${run.unknown.length} perhaps`] : []),
      ];
      const { phase, result } = (await auditOf(name)).at(-1)!;
      expect({ phase, result }).toEqual({
        phase: 'ended',
        result: expect.stringMatching(`^\\w+${counts.map((one) => `, ${one}`).join('')}$`),
      });
    }
  },
);

/** From one write on, the table refuses writes, or answers none. The audit log can be written. */
function failFrom(first: number, fault: 'refused' | 'lost'): { connect: Connect; writes: () => number } {
  let writes = 0;
  const connectWith: Connect = (target) => {
    const { requestHandler } = dynamo().config;
    const handle = requestHandler.handle.bind(requestHandler);
    requestHandler.handle = async (request, options) => {
      const isWrite = /\.(?:Put|Update|Delete|Transact|BatchW)/.test(request.headers['x-amz-target'] ?? '');
      if (!isWrite || new TextDecoder().decode(request.body as Uint8Array).includes('AUDIT#'))
        return handle(request, options);
      writes += 1;
      if (writes < first) return handle(request, options);
      if (fault === 'refused') return { response: accessDenied() };
      if (writes === first) await handle(request, options);
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    };
    return connect(target);
  };
  return { connect: connectWith, writes: () => writes };
}

function accessDenied(): HttpResponse {
  const body = JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', message: 'expired' });
  return new HttpResponse({
    statusCode: 400,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: Readable.from([Buffer.from(body)]),
  });
}
