import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { countries } from '../../../imports/src/countries.ts';
import { getMe } from '../requests/account/get-me.ts';
import { saveDefaultCountry } from '../requests/account/save-default-country.ts';
import { useQuery } from '../service/query.ts';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';

/** The country of numbers that are typed or imported without a plus. */
export function DefaultCountryCard(): JSX.Element {
  const me = useQuery(getMe());
  const [known] = useState(countries);
  const save = useAction(async (country: string) => {
    await saveDefaultCountry(country);
    const name = known.find(([code]) => code === country)?.[1];
    toast(name === undefined ? 'Numbers without + are refused now.' : `Numbers without + are of ${name} now.`);
  });
  return (
    <Card title="Numbers of customers">
      <Loaded of={me} lines={2}>
        {({ default_country }) => (
          <div class="form-narrow">
            <SelectField
              label="Country of numbers without +"
              hint="For forms, and for files that state no country."
              value={default_country ?? ''}
              options={[['', 'Refuse these numbers'], ...known]}
              disabled={save.isBusy}
              onChange={(country) => void save.run(country)}
            />
          </div>
        )}
      </Loaded>
    </Card>
  );
}
