import type { Campaign } from '@ringback/client';
import type { JSX } from 'preact';
import { checkWords } from './campaign-progress.ts';
import { phone } from '../format/phone.ts';
import { checkLeads } from '../requests/campaigns/check-leads.ts';
import { useQuery } from '../service/query.ts';
import { Notice } from '../ui/states.tsx';

const SHOWN = 5;

/** Before a start: the leads that would hear a placeholder. Nothing if all have their values. */
export function UnfilledLeads({ campaign }: { campaign: Campaign }): JSX.Element | null {
  const { data: check } = useQuery(checkLeads(campaign));
  if (check === undefined || check.data.length === 0) return null;
  const more = check.data.length - SHOWN;
  return (
    <Notice tone="warn">
      {checkWords(check)}
      <ul class="plain">
        {check.data.slice(0, SHOWN).map(({ id, phone_number, missing_variables }) => (
          <li key={id}>
            {phone(phone_number)}: {missing_variables.join(', ')}
          </li>
        ))}
      </ul>
      {more > 0 ? <p class="small soft">And {more} more.</p> : null}
    </Notice>
  );
}
