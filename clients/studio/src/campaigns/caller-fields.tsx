import type { NumberDetail } from '@ringback/client';
import type { JSX } from 'preact';
import type { CampaignDraft } from './campaign-draft.ts';
import { phone } from '../format/phone.ts';
import { listNumberDetails } from '../requests/numbers/list-number-details.ts';
import { useQuery } from '../service/query.ts';

interface CallerFieldsProps {
  draft: CampaignDraft;
  problem: string | undefined;
  change: (changes: Partial<CampaignDraft>) => void;
}

/** The numbers that customers see. */
export function CallerFields({ draft, problem, change }: CallerFieldsProps): JSX.Element | null {
  const numbers = useQuery(listNumberDetails());
  const offered = (numbers.data ?? []).filter((number) => canCall(number) || draft.callers.includes(number.id));
  if (offered.length === 0) return null;
  return (
    <fieldset class="field">
      <legend>Calls from</legend>
      <div class="days">
        {offered.map(({ id, phone_number }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={draft.callers.includes(id)}
              onChange={(event) => change({ callers: withCaller(draft.callers, id, event.currentTarget.checked) })}
            />
            {phone(phone_number)}
          </label>
        ))}
      </div>
      {problem === undefined ? null : (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
      <div class="hint">With several, it takes turns. With none, it calls from the number of the assistant.</div>
    </fieldset>
  );
}

const canCall = ({ has_active_subscription }: NumberDetail): boolean => has_active_subscription;

/** In the order in which they were chosen, which is that of the calls. */
const withCaller = (callers: readonly number[], id: number, isChosen: boolean): number[] =>
  isChosen ? [...callers, id] : callers.filter((one) => one !== id);
