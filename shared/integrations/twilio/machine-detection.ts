import * as v from 'valibot';
import { read } from '#shared/platform/environment.ts';

const between = (least: number, most: number) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most)));

/** What decides whether a machine has answered: https://www.twilio.com/docs/voice/answering-machine-detection */
export const MachineDetection = v.strictObject({
  /** Until the carrier gives up. */
  timeoutSeconds: between(3, 59),
  /** Speech that lasts longer is that of a machine. */
  speechThresholdMs: between(1000, 6000),
  /** Silence that ends the speech of the callee. */
  speechEndThresholdMs: between(500, 5000),
  /** Silence after the pick-up that makes the verdict unknown. */
  silenceTimeoutMs: between(2000, 10_000),
});
export type MachineDetection = v.InferOutput<typeof MachineDetection>;

/** The settings of the stage. The carrier has a default for each of them. */
export const machineDetection = (): MachineDetection =>
  read({ MACHINE_DETECTION: v.optional(v.pipe(v.string(), v.parseJson(), MachineDetection), '{}') }).MACHINE_DETECTION;
