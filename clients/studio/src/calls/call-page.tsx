import { type CallDetail, isOpen } from '@ringback/client';
import { PhoneOff, Trash2 } from 'lucide-preact';
import type { JSX } from 'preact';
import { useLocation, useParams } from 'wouter-preact';
import {
  answerer,
  callStatus,
  canHangUp,
  direction,
  modelText,
  reasonText,
  recordingPath,
  result,
} from './call-words.ts';
import { costRows } from './costs.ts';
import { evaluationRows } from './evaluation.ts';
import { LatencyBars } from './latency-bars.tsx';
import { LatencyChart } from './latency-chart.tsx';
import { Transcript } from './transcript-view.tsx';
import { waitsOf } from './transcript.ts';
import { price, priceOrDash } from '../format/money.ts';
import { phone } from '../format/phone.ts';
import { clock, milliseconds, moment } from '../format/time.ts';
import { deleteCall } from '../requests/calls/delete-call.ts';
import { endCall } from '../requests/calls/end-call.ts';
import { getCall } from '../requests/calls/get-call.ts';
import { isNotFound } from '../service/errors.ts';
import { useQuery } from '../service/query.ts';
import { confirm } from '../ui/dialog.tsx';
import { Card, Facts, Figures, Page } from '../ui/page.tsx';
import { Phone, State, Time } from '../ui/record-parts.tsx';
import { Empty, Loaded, Notice } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { useSeconds } from '../ui/use-seconds.ts';
import { CallDeliveries } from '../webhooks/call-deliveries.tsx';

const LIVE_MS = 700;
/** After its end the evaluation and the recording of a call may still come. */
const SETTLING_MS = 3000;
const back = { href: '/calls', title: 'Calls' };

/** One call with its transcript, outcome and cost. The page follows the call until it is over. */
export function CallPage(): JSX.Element {
  const { id } = useParams<{ id: string }>();
  const call = useQuery(getCall(Number(id)), {
    every: (record) => (isOpen(record) ? LIVE_MS : settlingFor(record.updated_at)),
  });
  if (isNotFound(call.error)) {
    return (
      <Page title="Call not found" back={back}>
        <Empty title="There is no such call">It was deleted, or it belongs to another account.</Empty>
      </Page>
    );
  }
  const { data } = call;
  const title = data === undefined ? 'Call' : titleOf(data);
  return (
    <Page title={title} back={back} actions={data && <Actions call={data} />}>
      <Loaded of={call} lines={8}>
        {(record) => <Record call={record} />}
      </Loaded>
    </Page>
  );
}

const titleOf = ({ type, client_phone_number: number }: CallDetail): string =>
  type === 'web' ? 'Web call' : `${type === 'inbound' ? 'Call from' : 'Call to'} ${phone(number)}`;

/** For a minute after the last change. */
function settlingFor(updatedAt: string): number | undefined {
  const age = Date.now() - Date.parse(`${updatedAt.replace(' ', 'T')}Z`);
  return age < 60_000 ? SETTLING_MS : undefined;
}

function Actions({ call }: { call: CallDetail }): JSX.Element {
  const [, navigate] = useLocation();
  const remove = useAction(async () => {
    const question = { title: 'Delete this call?', text: deleteCall.about, action: 'Delete', danger: true };
    if (!(await confirm(question))) return;
    await deleteCall(call.id);
    toast('The call is deleted.');
    navigate('/calls');
  });
  const hangUp = useAction(() => endCall(call.id));
  return (
    <>
      {canHangUp(call.status) ? (
        <button type="button" class="button danger" disabled={hangUp.isBusy} onClick={() => void hangUp.run()}>
          <PhoneOff size={16} aria-hidden="true" /> Hang up
        </button>
      ) : null}
      {isOpen(call) ? null : (
        <button type="button" class="button danger" disabled={remove.isBusy} onClick={() => void remove.run()}>
          <Trash2 size={16} aria-hidden="true" /> Delete
        </button>
      )}
    </>
  );
}

function Record({ call }: { call: CallDetail }): JSX.Element {
  const wait = call.latency?.mouth_to_ear.p50;
  const isSimulated = call.model?.simulated ?? false;
  const reason = reasonText(call);
  return (
    <div class="stack">
      <Figures
        of={[
          ['Outcome', <State key="outcome" of={result(call)} />],
          isOpen(call)
            ? ['Since the start', <SinceStart key="since" of={call} />]
            : ['Length', call.duration === 0 ? '–' : clock(call.duration)],
          ['Cost', priceOrDash(call.total_cost)],
          ['Wait for an answer', wait === undefined ? '–' : `${milliseconds(wait)}${isSimulated ? ', simulated' : ''}`],
        ]}
      />
      {reason === undefined || call.status !== 'failed' ? null : <Notice tone="bad">{reason}</Notice>}
      <div class="call-columns">
        <div class="stack">
          <Card title="Transcript">
            <Transcript call={call} />
          </Card>
          {call.recording_url === undefined ? null : (
            <Card title="Recording">
              <audio class="recording" controls preload="metadata" src={recordingPath(call.recording_url)} />
            </Card>
          )}
          <Card title="Webhooks">
            <CallDeliveries call={call} />
          </Card>
        </div>
        <div class="stack">
          <About call={call} reason={reason} />
          <Named title="Evaluation" of={call.evaluation} empty={isOpen(call) ? LATER : 'Nothing was evaluated.'} />
          <Costs call={call} />
          {call.latency === null ? null : (
            <Card title="Latency">
              <div class="stack">
                <LatencyBars turns={waitsOf(call.transcript_turns)} isSimulated={isSimulated} />
                <LatencyChart latency={call.latency} isSimulated={isSimulated} />
              </div>
            </Card>
          )}
          <Named title="Variables" of={call.variables} empty="The call had no variables." />
        </div>
      </div>
    </div>
  );
}

/** Counted on; the ringing is a part of it. */
function SinceStart({ of: { created_at } }: { of: CallDetail }): JSX.Element {
  return <span role="timer">{clock(useSeconds(moment(created_at)?.getTime(), undefined))}</span>;
}

const LATER = 'It appears when the call is over.';

function About({ call, reason }: { call: CallDetail; reason: string | undefined }): JSX.Element {
  return (
    <Card title="About this call">
      <Facts
        of={[
          ['Assistant', call.assistant_name],
          ...(call.campaign_name === undefined ? [] : [['Campaign', call.campaign_name] as const]),
          ...(call.model ? [['Model', modelText(call.model)] as const] : []),
          ['Direction', direction(call)],
          ['Customer', <Phone key="customer" of={call.client_phone_number} />],
          ['Our number', <Phone key="ours" of={call.assistant_phone_number} />],
          ['Answered by', answerer(call) || '–'],
          ...(call.outcome === null ? [] : [['Status', callStatus(call.status).label] as const]),
          ...(reason === undefined ? [] : [['Ended because', reason] as const]),
          ['Started', <Time key="started" at={call.created_at} />],
          ['Id', <code key="id">{call.id}</code>],
        ]}
      />
    </Card>
  );
}

/** Names and values of a record as a table. */
function Named({ title, of, empty }: { title: string; of: Record<string, unknown>; empty: string }): JSX.Element {
  const rows = evaluationRows(of);
  return (
    <Card title={title} flush={rows.length > 0}>
      {rows.length === 0 ? (
        <p class="soft">{empty}</p>
      ) : (
        <table>
          <caption class="visually-hidden">{title}</caption>
          <tbody>
            {rows.map(({ name, label, text, kind }) => (
              <tr key={name}>
                <th scope="row" title={name}>
                  {label}
                </th>
                <td class={`value ${kind}`}>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Costs({ call }: { call: CallDetail }): JSX.Element {
  return (
    <Card title="Cost" flush={call.total_cost > 0}>
      {call.total_cost === 0 ? (
        <p class="soft">{isOpen(call) ? LATER : `The call cost nothing: ${price(0)}.`}</p>
      ) : (
        <table>
          <caption class="visually-hidden">Cost of the call</caption>
          <tbody>
            {costRows(call).map(({ label, amount, isTotal }) => (
              <tr key={label} class={isTotal ? 'total' : undefined}>
                <th scope="row">{label}</th>
                <td class="end">{amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
