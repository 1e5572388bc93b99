import { PhoneOff, RotateCcw } from 'lucide-preact';
import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import { CallControls } from './call-controls.tsx';
import { type Conversation, latenciesOf } from './conversation.ts';
import { MicLevel } from './mic-level.tsx';
import type { Values } from './rehearsal.ts';
import { SaveRehearsal } from './save-rehearsal.tsx';
import { Transcript } from './transcript.tsx';
import type { Talk } from './use-call.ts';
import { LatencyBars } from '../calls/latency-bars.tsx';
import { formatDuration } from '../format/local.ts';
import { Badge } from '../ui/page.tsx';
import { Notice } from '../ui/states.tsx';
import { useSeconds } from '../ui/use-seconds.ts';

interface LiveCallProps {
  talk: Talk;
  values: Values;
  variables: Record<string, string>;
  /** A stand-in answers. */
  isSimulated: boolean;
  onAgain: () => void;
  onClose: () => void;
}

/** A call that goes on, or is over. */
export function LiveCall({ talk, values, variables, isSimulated, onAgain, onClose }: LiveCallProps): JSX.Element {
  const { conversation, hangUp } = talk;
  const hasEnded = conversation.status === 'ended';
  return (
    <div class="live-call">
      <div class="call-head">
        <State conversation={conversation} />
        {hasEnded ? null : (
          <button type="button" class="button danger small" onClick={hangUp}>
            <PhoneOff size={14} aria-hidden="true" /> Hang up
          </button>
        )}
      </div>
      <Transcript lines={conversation.lines} isLive={!hasEnded} />
      {hasEnded || !talk.isListening ? null : <MicLevel />}
      {hasEnded ? null : <CallControls talk={talk} />}
      <LatencyBars turns={latenciesOf(conversation)} isSimulated={isSimulated} />
      {hasEnded ? (
        <After talk={talk} values={values} variables={variables} onAgain={onAgain} onClose={onClose} />
      ) : null}
    </div>
  );
}

/** The actions after a call. */
function After({
  talk: { conversation, call },
  values,
  variables,
  onAgain,
  onClose,
}: Omit<LiveCallProps, 'isSimulated'>): JSX.Element {
  const { ended } = conversation;
  return (
    <div class="stack">
      {ended?.by === 'error' ? <Notice tone="bad">{ended.message ?? 'The call failed.'}</Notice> : null}
      <div class="button-row">
        <button type="button" class="button primary" onClick={onAgain}>
          <RotateCcw size={15} aria-hidden="true" /> Talk again
        </button>
        {call === undefined ? null : (
          <Link class="button" href={`/calls/${call.callId}`}>
            See the record
          </Link>
        )}
        <button type="button" class="button ghost" onClick={onClose}>
          Close
        </button>
      </div>
      <SaveRehearsal conversation={conversation} values={values} variables={variables} />
    </div>
  );
}

const endings = { customer: 'You hung up', assistant: 'The assistant ended the call', error: 'Failed' } as const;

function State({ conversation: { status, ended, answeredAt, endedAt } }: { conversation: Conversation }): JSX.Element {
  const seconds = useSeconds(answeredAt, endedAt);
  const time = answeredAt === undefined ? null : <span class="soft numeric">{formatDuration(seconds)}</span>;
  if (status === 'ended') {
    return (
      <span class="button-row" role="status">
        <Badge tone={ended?.by === 'error' ? 'bad' : 'plain'}>{endings[ended?.by ?? 'error']}</Badge> {time}
      </span>
    );
  }
  return (
    <span class="button-row">
      <Badge tone="good" live>
        {status === 'connecting' ? 'Connecting' : 'Live'}
      </Badge>{' '}
      {time}
    </span>
  );
}
