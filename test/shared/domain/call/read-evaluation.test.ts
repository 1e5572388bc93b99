import { describe, expect, it } from 'vitest';
import { readEvaluation, untoldEvaluation } from '#shared/domain/call/read-evaluation.ts';
import type { PostCallField } from '#shared/domain/assistant/assistant.ts';

const fields: PostCallField[] = [
  { name: 'summary', type: 'string', description: '' },
  { name: 'score', type: 'number', description: '' },
  { name: 'status', type: 'bool', description: '' },
];

describe('evaluation', () => {
  it.each([
    { answer: { summary: 'Fine.', score: 7, status: true }, read: { summary: 'Fine.', score: 7, status: true } },
    { answer: { summary: null, score: null, status: null }, read: { summary: null, score: null, status: null } },
    { answer: { status: false }, read: { summary: null, score: null, status: false } },
    { answer: { score: ' 7.5 ', status: 'True' }, read: { summary: null, score: 7.5, status: true } },
    { answer: { score: -2, more: 'x' }, read: { summary: null, score: -2, status: null } },
    { answer: {}, read: { summary: null, score: null, status: null } },
  ])('reads $answer', ({ answer, read }) => {
    expect(readEvaluation(fields, answer)).toEqual({ evaluation: read });
  });

  it.each([
    { answer: null, misfits: ['summary', 'score', 'status'] },
    { answer: undefined, misfits: ['summary', 'score', 'status'] },
    { answer: 'Fine.', misfits: ['summary', 'score', 'status'] },
    { answer: [], misfits: ['summary', 'score', 'status'] },
    { answer: { summary: 3 }, misfits: ['summary'] },
    { answer: { summary: { text: 'Fine.' } }, misfits: ['summary'] },
    { answer: { score: 'seven' }, misfits: ['score'] },
    { answer: { score: Number.NaN }, misfits: ['score'] },
    { answer: { score: Number.POSITIVE_INFINITY, status: 'maybe' }, misfits: ['score', 'status'] },
    { answer: { status: 1 }, misfits: ['status'] },
  ])('does not take $answer', ({ answer, misfits }) => {
    expect(readEvaluation(fields, answer)).toEqual({ misfits });
  });

  it.each(['constructor', 'toString', '__proto__'])('knows a field named %s from what every object has', (name) => {
    const read = readEvaluation([{ name, type: 'string', description: '' }], {});
    expect(read).toEqual({ evaluation: Object.fromEntries([[name, null]]) });
  });

  it('has one null per field when nothing is told', () => {
    expect(untoldEvaluation(fields)).toEqual({ summary: null, score: null, status: null });
  });
});
