import { describe, expect, it } from 'vitest';
import { invocationIdOf, invocationsOf, traceOfInvocation } from '#infra/local/aws/lambda/lineage.ts';

const bytes = (count: number) => Buffer.alloc(count, 0xab);
const next = (functionId: string, ...causes: string[]) => traceOfInvocation(functionId, causes, bytes);
const chain = (functionId: string, rounds: number, start: string[] = []): string =>
  rounds === 0 ? start[0]! : chain(functionId, rounds - 1, [next(functionId, ...start)]);

describe('the lineage of a message', () => {
  it.each([
    { header: undefined, count: 0 },
    { header: 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1', count: 0 },
    { header: next('queue/a'), count: 1 },
    { header: chain('queue/a', 16), count: 16 },
    { header: chain('queue/b', 3, [chain('queue/a', 2)]), count: 2 },
    { header: next('queue/a', chain('queue/a', 2), chain('queue/a', 7), chain('queue/b', 9)), count: 8 },
  ])('counts $count invocations of a function in $header', ({ header, count }) => {
    expect(invocationsOf('queue/a', header)).toBe(count);
  });

  it('keeps the root of its chain, and names the invocation that sent it', () => {
    const [first, second] = [next('queue/a'), next('queue/a', 'Root=1-2-3;Parent=4')];
    expect(first).toMatch(/^Root=1-abababab-(?:ab){12};Parent=(?:ab){8};Sampled=0;Lineage=[0-9a-f]{8}:1$/);
    expect(second).toMatch(/^Root=1-2-3;/);
    expect(invocationIdOf(second)).toBe('ab'.repeat(8));
  });
});
