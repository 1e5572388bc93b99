import { InvalidArgumentError } from 'commander';
import { countryCode } from '../../imports/src/countries.ts';

/** A positive whole number up to 2^53 − 1. */
export function idArgument(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw new InvalidArgumentError('It must be a positive whole number.');
  return id;
}

export function countArgument(least = 1, most = 999_999): (text: string) => number {
  return (text) => {
    const count = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (!(count >= least && count <= most)) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return count;
  };
}

/** A country of ISO 3166. */
export function countryArgument(text: string): string {
  const code = countryCode(text);
  if (code === undefined) throw new InvalidArgumentError('It must be a country code of two letters, such as US.');
  return code;
}

export function urlArgument(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new InvalidArgumentError('It must be an address such as http://localhost:4000/hook.');
  }
  return text;
}

/** `customer_name=Ada`, once or more. */
export function pairArgument(text: string, known: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be name=value.');
  return { ...known, [text.slice(0, at)]: text.slice(at + 1) };
}

/** JSON where it says the same as the text (`1.1`, `true`, `[1]`, `null`), else text: `5.00` and long numbers stay. */
export function fieldValues(pairs: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(pairs).map(([name, text]) => [name, jsonOrText(text)]));
}

function jsonOrText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const isComposite = typeof value === 'object' && value !== null;
    return isComposite || JSON.stringify(value) === text ? value : text;
  } catch {
    return text;
  }
}
