interface EvaluationRow {
  name: string;
  label: string;
  /** The text in the table. */
  text: string;
  kind: 'yes' | 'no' | 'number' | 'text' | 'unknown';
}

/** The evaluation of a call, or its variables, as rows in the order of the record. */
export function evaluationRows(evaluation: Record<string, unknown>): EvaluationRow[] {
  return Object.entries(evaluation).map(([name, value]) => ({ name, label: labelOf(name), ...show(value) }));
}

/** The fields of several evaluations, each once, in the order in which they appear. */
export function evaluationFields(
  evaluations: ReadonlyArray<Record<string, unknown>>,
): Array<{ name: string; label: string }> {
  const names = [...new Set(evaluations.flatMap(Object.keys))];
  return names.map((name) => ({ name, label: labelOf(name) }));
}

/** A value of an evaluation in a list; nothing where the call was not asked for it. */
export const evaluationText = (value: unknown): string => (value === undefined ? '' : show(value).text);

/** `appointment_confirmed` → `Appointment confirmed`. */
export function labelOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

function show(value: unknown): Pick<EvaluationRow, 'text' | 'kind'> {
  if (value === null || value === undefined) return { kind: 'unknown', text: 'Not said' };
  if (typeof value === 'boolean') return value ? { kind: 'yes', text: 'Yes' } : { kind: 'no', text: 'No' };
  if (typeof value === 'number') return { kind: 'number', text: value.toLocaleString('en-US', DECIMALS) };
  if (typeof value === 'string') return value === '' ? { kind: 'text', text: '–' } : { kind: 'text', text: value };
  return { kind: 'text', text: JSON.stringify(value) };
}

const DECIMALS: Intl.NumberFormatOptions = { maximumFractionDigits: 20, useGrouping: false };
