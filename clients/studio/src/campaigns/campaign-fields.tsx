import type { JSX } from 'preact';
import { weekdays } from './calling-hours.ts';
import { type CampaignDraft, withDay } from './campaign-draft.ts';
import { Switch } from '../ui/field.tsx';
import { Card } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';

interface FieldsProps {
  draft: CampaignDraft;
  /** By the names of the API. */
  problems: Record<string, string>;
  change: (changes: Partial<CampaignDraft>) => void;
}

/** Days, hours and zone. */
export function HourFields({ draft, problems, change }: FieldsProps): JSX.Element {
  return (
    <Card title="When it calls">
      <div class="stack">
        <Days draft={draft} problem={problems['allowed_days']} change={change} />
        <div class="columns">
          <TextField
            label="From"
            type="time"
            problem={problems['allowed_hours_start_time']}
            value={draft.start}
            onInput={(start) => change({ start })}
          />
          <TextField
            label="To"
            type="time"
            problem={problems['allowed_hours_end_time']}
            value={draft.end}
            onInput={(end) => change({ end })}
          />
        </div>
        <TextField
          label="Time zone"
          hint="A number whose zone is known is called in the hours of that zone."
          problem={problems['timezone']}
          list="time-zones"
          value={draft.timezone}
          onInput={(timezone) => change({ timezone })}
        />
        <datalist id="time-zones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </div>
    </Card>
  );
}

interface DaysProps extends Pick<FieldsProps, 'draft' | 'change'> {
  problem: string | undefined;
}

function Days({ draft, problem, change }: DaysProps): JSX.Element {
  return (
    <fieldset class="field">
      <legend>Days</legend>
      <div class="days">
        {weekdays.map(({ value, short, long }) => (
          <label key={value} title={long}>
            <input
              type="checkbox"
              checked={draft.days.includes(value)}
              onChange={(event) => change({ days: withDay(draft.days, value, event.currentTarget.checked) })}
            />
            {short}
          </label>
        ))}
      </div>
      {problem === undefined ? null : (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
    </fieldset>
  );
}

/** The number of calls at the same time, and the attempts for a customer who was not reached. */
export function AttemptFields({ draft, problems, change }: FieldsProps): JSX.Element {
  return (
    <Card title="How often it tries">
      <div class="stack">
        <div class="columns three">
          <TextField
            label="Calls at the same time"
            type="number"
            min={1}
            problem={problems['max_calls_in_parallel']}
            value={draft.parallel}
            onInput={(parallel) => change({ parallel })}
          />
          <TextField
            label="Attempts after the first"
            type="number"
            min={1}
            max={5}
            problem={problems['max_retries']}
            value={draft.retries}
            onInput={(retries) => change({ retries })}
          />
          <TextField
            label="Minutes between attempts"
            type="number"
            min={10}
            max={4320}
            problem={problems['retry_interval']}
            value={draft.retryMinutes}
            onInput={(retryMinutes) => change({ retryMinutes })}
          />
        </div>
        <Switch
          label="Try again after a mailbox"
          checked={draft.onVoicemail}
          onChange={(onVoicemail) => change({ onVoicemail })}
        />
        <Switch
          label="Complete when no lead is left to call"
          hint="If it is off, the campaign waits for more leads."
          checked={draft.completes}
          onChange={(completes) => change({ completes })}
        />
      </div>
    </Card>
  );
}
