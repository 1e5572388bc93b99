import { clock } from '#shared/platform/clock.ts';
import { environment } from '#shared/platform/environment.ts';
import {
  createGuardedTransport,
  type GuardedSender,
  type GuardedTransport,
} from '#shared/platform/http/guarded-transport.ts';

// Apart from the other containers: what imports those does not load it.

const create = () =>
  createGuardedTransport({ allowLoopback: environment.webhooks().WEBHOOK_ALLOW_LOOPBACK, clock: clock() });

export const webhookTransport = (): GuardedTransport => create();
export const toolTransport = (): GuardedSender => create();
