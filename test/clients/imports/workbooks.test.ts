import { deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { readAll } from '#test/clients/imports/files.ts';

const two = '+12025550203';
const options = { country: 'US', chunk: 65_536 };
type Cell = string | number | boolean | Date | null;
const workbook = (rows: Cell[][], name = 'Leads') => writeXlsx({ sheets: [{ name, rows }] });

/** A zip archive with one entry of this many zero bytes, which states another size if one is given. */
function bomb(size: number, stated = size): Uint8Array {
  const packed = deflateRawSync(Buffer.alloc(size));
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const sizes = Buffer.alloc(30);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(stated, 8);
  const common = Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]);
  const names = Buffer.from([name.length, 0, 0, 0]);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, sizes.subarray(0, 12), names, name, packed]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00'),
    common,
    sizes.subarray(0, 12),
    names,
    Buffer.alloc(14),
    name,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

describe('a workbook', () => {
  it.each<[Cell, string]>([
    [12_025_550_203, 'a number'],
    [2_025_550_203, 'a number of ten digits'],
    [two, 'text'],
    ['(202) 555-0203', 'national text'],
    [`="${two}"`, 'a formula that was imported as text'],
  ])('has the phone number %s, stored as %s', async (cell) => {
    const { format, leads, refused } = await readAll(
      await workbook([
        ['Phone Number', 'name'],
        [cell, 'Jörg'],
      ]),
      options,
    );
    expect([format, leads[0]?.phoneNumber, leads[0]?.variables, refused]).toEqual(['xlsx', two, { name: 'Jörg' }, []]);
  });

  it('has dates in ISO 8601, whole numbers as digits, and no empty cells', async () => {
    const day = new Date(Date.UTC(2026, 4, 1));
    const moment = new Date(Date.UTC(2026, 4, 1, 10, 30));
    const heading = ['phone_number', 'day', 'moment', 'amount', 'part', 'vip', 'none'];
    const { leads } = await readAll(await workbook([heading, [two, day, moment, 1e15, 0.25, true, null]]), options);
    expect(leads[0]?.variables).toEqual({
      day: '2026-05-01',
      moment: '2026-05-01T10:30:00',
      amount: '1000000000000000',
      part: '0.25',
      vip: 'TRUE',
    });
  });

  it('has the numbers of its own rows as lines, empty ones counted', async () => {
    const { refused } = await readAll(await workbook([['phone_number'], [null], [null], ['unknown']]), options);
    expect(refused).toEqual([[4, 'The phone number is not valid.']]);
  });

  it('has sheets by name, else by number', async () => {
    const sheets = ['2', 'Leads'].map((name) => ({
      name,
      rows: [
        ['phone_number', 'sheet'],
        [two, name],
      ],
    }));
    const bytes = await writeXlsx({ sheets });
    const sheetOf = async (sheet?: string) =>
      (await readAll(bytes, { ...options, ...(sheet === undefined ? {} : { sheet }) })).leads[0]?.variables['sheet'];
    expect(await Promise.all([sheetOf(), sheetOf('Leads'), sheetOf('2'), sheetOf('1')])).toEqual([
      '2',
      'Leads',
      '2',
      '2',
    ]);
    await expect(sheetOf('9')).rejects.toThrow('The workbook has no sheet “9”. It has: “2”, “Leads”.');
    await expect(readAll('phone_number', { sheet: '1' })).rejects.toThrow('so it has no sheets');
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['unpacks to 300 MB', bomb(300 * 1024 * 1024), /larger than 256 MB when it is unpacked/],
    ['does not state how large it is', bomb(1024 * 1024, 0), /not a workbook of Excel \(\.xlsx\), or is damaged/],
    ['states a smaller size', bomb(1024 * 1024, 100), /not a workbook of Excel/],
  ])('is refused when it %s', async (_, bytes, problem) => {
    await expect(readAll(bytes, options)).rejects.toThrow(problem);
  });

  it('is refused when it is cut off', async () => {
    const bytes = await workbook([['phone_number'], [two]]);
    for (const length of [10, 100, bytes.length - 30, bytes.length - 1]) {
      await expect(readAll(bytes.slice(0, length), options)).rejects.toThrow('not a workbook of Excel');
    }
  });

  it('with a sheet larger than the directory states is refused', async () => {
    const rows = Array.from({ length: 5000 }, (_, index): Cell[] => [index, 'x'.repeat(20)]);
    const bytes = new Uint8Array(await workbook([['phone_number'], ...rows]));
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length - 50; at += 1) {
      const isSheet =
        view.getUint32(at, true) === 0x02014b50 &&
        Buffer.from(bytes)
          .toString('latin1', at + 46, at + 70)
          .includes('sheet1');
      if (isSheet) view.setUint32(at + 24, 1000, true);
    }
    await expect(readAll(bytes, options)).rejects.toThrow('not a workbook of Excel');
  });
});
