import { globSync, readFileSync } from 'node:fs';
import { behaviours, numbersOf } from '@ringback/simulators/twilio/callees/behaviours.ts';
import { difficultCustomers } from '@ringback/simulators/twilio/callees/difficult-customers.ts';
import { describe, expect, it } from 'vitest';
import { simulatedCustomers } from '#clients/studio/src/calls/simulated-customers.ts';

const numbers = difficultCustomers.map(({ callee }) => callee.number);

describe('difficult customers', () => {
  it('each is called in a rehearsal', () => {
    const rehearsals = globSync('test/rehearsals/*.yaml').map((file) => readFileSync(file, 'utf8'));
    const isRehearsed = (number: string) => rehearsals.some((text) => text.includes(`behaves_as: '${number}'`));
    expect(numbers.filter((number) => !isRehearsed(number))).toEqual([]);
  });

  it('each is suggested in the studio, in the words of the simulator', () => {
    const suggested = new Map(simulatedCustomers);
    expect(
      difficultCustomers.filter(({ callee, description }) => suggested.get(callee.number) !== description),
    ).toEqual([]);
  });

  it('what the studio suggests is a customer of the simulator', () => {
    const known = new Set(behaviours.map((behaviour) => numbersOf(behaviour).slice(0, 12)));
    expect(simulatedCustomers.map(([number]) => number).filter((number) => !known.has(number))).toEqual([]);
  });

  it('each row of the simulator is in the documentation', () => {
    const text = readFileSync('infra/local/README.md', 'utf8').replaceAll(/ +/g, ' ');
    const isIn = (number: string, description: string) => text.includes(`| ${number} | ${description} |`);
    expect(
      difficultCustomers.filter(({ callee, description }) => !isIn(callee.number, description)).map(({ line }) => line),
    ).toEqual([]);
    expect(
      behaviours
        .map(numbersOf)
        .filter((number) => !text.includes(`| ${number.replace(/ … \+\d+(?=\d{4}$)/, ' … ')} |`)),
    ).toEqual([]);
  });
});
