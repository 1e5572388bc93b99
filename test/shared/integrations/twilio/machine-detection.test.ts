import { afterEach, describe, expect, it, vi } from 'vitest';
import { machineDetection } from '#shared/integrations/twilio/machine-detection.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the thresholds of the carrier for machines', () => {
  const read = (value: string | undefined) => {
    vi.stubEnv('MACHINE_DETECTION', value);
    return machineDetection();
  };

  it('are its own by default', () => expect(read(undefined)).toEqual({}));

  it.each([
    { least: { timeoutSeconds: 3 }, most: { timeoutSeconds: 59 } },
    { least: { speechThresholdMs: 1000 }, most: { speechThresholdMs: 6000 } },
    { least: { speechEndThresholdMs: 500 }, most: { speechEndThresholdMs: 5000 } },
    { least: { silenceTimeoutMs: 2000 }, most: { silenceTimeoutMs: 10_000 } },
  ])('are those of the stage, within what the carrier takes: $least to $most', ({ least, most }) => {
    const [[name, low] = ['', 0]] = Object.entries(least);
    const high = Object.values(most)[0] ?? 0;
    for (const value of [low, high]) expect(read(JSON.stringify({ [name]: value }))).toEqual({ [name]: value });
    for (const value of [low - 1, high + 1, low + 0.5, String(low)])
      expect(() => read(JSON.stringify({ [name]: value }))).toThrow('environment');
  });

  it('have no other name', () => expect(() => read('{"threshold":2}')).toThrow('environment'));
});
