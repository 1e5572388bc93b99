import type { ReportedStatus } from '#shared/calls/carrier.ts';
import type { CarrierRecording } from '#shared/recordings/recording.ts';
import type { Company, CompanyCall, Mood } from '#test/carriers/company.ts';
import type { PaperApi, PaperOrder } from '#test/carriers/paper/paper-api.ts';

export const marks: Record<ReportedStatus, string> = {
  initiated: 'noted',
  ringing: 'bells',
  'in-progress': 'talks',
  ended: 'done',
  busy: 'engaged',
  'no-answer': 'silent',
  failed: 'torn',
  cancelled: 'crossed',
};

export const tapes: Record<CarrierRecording['state'], string> = { open: 'turns', ready: 'wound', absent: 'none' };

/** The desk that takes orders. */
export function createDesk(company: Company, now: () => number): PaperApi {
  const slipOf = ({ id, status, durationSeconds, createdAt }: CompanyCall) => ({
    slip: id,
    mark: marks[status],
    seconds: durationSeconds,
    at: createdAt,
  });
  const reply = (mood: Mood, taken: { id: string } | undefined) => {
    if (mood === 'is busy') return { said: 'later', seconds: 1 };
    if (mood === 'refuses the number') return { said: 'no', number: 7, because: 'no such number' };
    return mood === 'loses' ? undefined : { said: 'yes', slip: taken?.id };
  };
  return async (written) => {
    const { order, slip, to, from, minutes, url, words } = written;
    const asked = { to: String(to), from: String(from), url: String(url) };
    const call = company.find(String(slip));
    switch (order) {
      case 'dial': {
        const taken = company.takeCall({ ...asked, limitSeconds: Number(minutes) * 60 });
        return reply(taken.mood, taken.call);
      }
      case 'text': {
        const taken = company.takeText({ ...asked, body: String(words) });
        return reply(taken.mood, taken.text);
      }
      case 'look':
        return call ? slipOf(call) : null;
      case 'search':
        return company.between(company.calls, asked.to, asked.from).map(slipOf);
      case 'letters':
        return call ? [call.url] : [];
      case 'limit':
        if (call) call.limitSeconds = Number(minutes) * 60;
        return call !== undefined;
      case 'cut':
        if (call) call.status = 'ended';
        return null;
      case 'texts':
        return company
          .between(company.texts, asked.to, asked.from)
          .map((text) => ({ slip: text.id, stamp: 'posted', words: text.body, at: text.createdAt }));
      case 'stamp':
        return now();
      default:
        return fromShelves(written, company);
    }
  };
}

/** Numbers are on cards, recordings on tapes. */
function fromShelves(written: PaperOrder, { numbers, recordings, erase }: Company): unknown {
  const { order, slip, phone, card, calls, texts, tape } = written;
  const number = numbers.find((one) => one.phoneNumber === phone || one.id === card);
  const recording = recordings.find((one) => one.callId === slip || one.id === tape);
  if (order === 'number') {
    return number ? { card: number.id, phone: number.phoneNumber, calls: null, texts: null, ...number.pointing } : null;
  }
  if (order === 'point' && number) number.pointing = { calls: String(calls), texts: String(texts) };
  if (order === 'tape') {
    return recording ? { tape: recording.id, state: tapes[recording.state], seconds: recording.durationSeconds } : null;
  }
  if (order === 'hear') return recording ? Buffer.from(recording.audio).toString('base64') : null;
  return order === 'burn' && recording ? erase(recording.id) : null;
}
