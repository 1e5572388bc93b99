import { describe, expect, it } from 'vitest';
import { leadOf, refusalOf } from '#clients/cli/src/lead-columns.ts';

const heading = ['phone_number', 'secondary_phone_1', 'name'];
const numberOf = (cell: string) => leadOf(heading, [cell], 7).phone_number;

describe('a phone number of a file', () => {
  it.each([
    ['+4930123456', '+4930123456'],
    ['12025550111', '+12025550111'],
    ['4915112345678', '+4915112345678'],
    ['6591234567', '6591234567'],
    ['2025550111', '2025550111'],
    ['0301234567', '0301234567'],
  ])('%s is sent as %s', (cell, sent) => {
    expect(numberOf(cell)).toBe(sent);
  });

  it.each<[string[], RegExp]>([
    [['2025550111'], /^2025550111 has no country code: add it/],
    [['0301234567'], /add it/],
    [['+12025550111', '20255501'], /^20255501 has no country code/],
    [['+12025550111', '', '2025550111'], /^sent$/],
    [['12025550111', '+4930123456'], /^sent$/],
    [['unknown'], /^sent$/],
    [['+1', '', 'Ada', 'more'], /more cells than the heading/],
  ])('%j is refused before it is sent: %s', (cells, reason) => {
    expect(refusalOf(heading, cells) ?? 'sent').toMatch(reason);
  });
});
