import { drawId } from '#shared/app/draw-id.ts';
import type { Sms } from '#shared/domain/sms/sms.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { IdSource } from '#shared/ports/id-source.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { Metrics } from '#shared/ports/metrics.ts';
import type { SmsStore } from '#shared/ports/sms-store.ts';

export interface FailSmsDeps {
  messages: SmsStore;
  clock: Clock;
  ids: IdSource;
  logger: Logger;
  metrics: Metrics;
}

/** Writes that a message did not leave, and gives its price back; once, and only under the claim that it is known from. */
export async function failSms(sms: Sms, claimedAt: number, failure: string, deps: FailSmsDeps): Promise<void> {
  const key = { userId: sms.userId, smsId: sms.id };
  const at = deps.clock.now();
  const { outcome } = await drawId(deps.ids, (id) =>
    deps.messages.refund({
      key,
      claimedAt,
      failure,
      entry: {
        id,
        userId: sms.userId,
        amount: sms.totalCost,
        kind: 'refund',
        reference: String(sms.id),
        createdAt: at,
      },
      at,
    }),
  );
  deps.metrics.count('SmsFailed', { outcome });
  deps.logger.info('a message was not sent', { ...key, outcome });
}
