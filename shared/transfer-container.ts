import { twilioInstructions } from '#shared/carrier-container.ts';
import { calls, destinations, dialQueue, phoneNumbers, queue, timer, voices, wallets } from '#shared/container.ts';
import type { TransferCallDeps } from '#shared/conversations/transfer-call.ts';
import type { TransferLegDeps } from '#shared/conversations/transfer-legs.ts';
import { clock, pause } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';

// What passes a customer on to a human, and takes them back.

export const transferLegDeps = (): TransferLegDeps => ({
  calls: calls(),
  voices: voices(),
  timer: timer(),
  clock: clock(),
  instructions: twilioInstructions(),
  logger,
  metrics,
});

export const transferCallDeps = (): TransferCallDeps => ({
  ...transferLegDeps(),
  calls: calls(),
  wallets: wallets(),
  destinations: destinations(),
  phoneNumbers: phoneNumbers(),
  dialQueue: dialQueue(),
  queue: queue(),
  pause,
});
