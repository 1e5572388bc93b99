import type { ComponentChildren, JSX } from 'preact';
import { TextField } from './text-field.tsx';
import { countryName } from '../../../imports/src/countries.ts';
import { readTypedNumber } from '../../../imports/src/typed-number.ts';

interface PhoneFieldProps {
  label: string;
  /** While there is no number to show. */
  hint?: ComponentChildren;
  problem: string | undefined;
  value: string;
  /** Of numbers without a plus. */
  country: string | undefined;
  /** The id of a datalist. */
  list?: string | undefined;
  onInput: (value: string) => void;
}

/** A phone number. Below it is what will be sent: the number in E.164, and its country. */
export function PhoneField({ hint, country, ...field }: PhoneFieldProps): JSX.Element {
  const number = readTypedNumber(field.value, country);
  const usual = country === undefined ? 'Start with + and the country code.' : `Without +: ${countryName(country)}.`;
  return (
    <TextField
      type="tel"
      placeholder="+1 202 555 0100"
      hint={'shown' in number ? number.shown : (hint ?? usual)}
      {...field}
    />
  );
}
