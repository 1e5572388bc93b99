import * as v from 'valibot';
import type { ReportedStatus } from '#shared/calls/carrier.ts';
import type { CarrierRecording } from '#shared/recordings/recording.ts';
import type { MessageReport } from '#shared/sms/message-carrier.ts';

/** The marks that paper makes on a call, as ours. */
const marks = {
  noted: 'initiated',
  bells: 'ringing',
  talks: 'in-progress',
  done: 'ended',
  engaged: 'busy',
  silent: 'no-answer',
  torn: 'failed',
  crossed: 'cancelled',
} as const satisfies Record<string, ReportedStatus>;

export const paperMark = v.pipe(
  v.picklist(['noted', 'bells', 'talks', 'done', 'engaged', 'silent', 'torn', 'crossed']),
  v.transform((mark): ReportedStatus => marks[mark]),
);

const stamps = { posted: 'sent', read: 'delivered', returned: 'undelivered' } as const satisfies Record<
  string,
  MessageReport
>;

export const paperStamp = v.pipe(
  v.picklist(['posted', 'read', 'returned']),
  v.transform((stamp): MessageReport => stamps[stamp]),
);

const tapes = { turns: 'open', wound: 'ready', none: 'absent' } as const satisfies Record<
  string,
  CarrierRecording['state']
>;

export const paperTape = v.pipe(
  v.picklist(['turns', 'wound', 'none']),
  v.transform((state): CarrierRecording['state'] => tapes[state]),
);

/** Who calls. Paper writes a word in place of a withheld number. */
export const paperCaller = v.pipe(
  v.string(),
  v.transform((from) => (from === 'withheld' ? '' : from)),
);
