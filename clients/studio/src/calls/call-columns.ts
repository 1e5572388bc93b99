import type { Call } from '@ringback/client';
import { answerer, direction, endReasonText, modelText, result } from './call-words.ts';
import { evaluationFields, evaluationText } from './evaluation.ts';
import type { ListColumn } from '../format/list-column.ts';
import { amount } from '../format/money.ts';

const whatCameOfIt: ReadonlyArray<ListColumn<Call>> = [
  { title: 'Customer', text: ({ client_phone_number }) => client_phone_number },
  { title: 'Outcome', text: (call) => result(call).label, bare: true },
  { title: 'Why', text: endReasonText },
  { title: 'Answered by', text: answerer },
];

const whoCalled: ReadonlyArray<ListColumn<Call>> = [
  { title: 'Assistant', text: ({ assistant_name }) => assistant_name },
  { title: 'Direction', text: direction },
  { title: 'Campaign', text: ({ campaign_name }) => campaign_name ?? '' },
];

const figures: ReadonlyArray<ListColumn<Call>> = [
  {
    title: 'Length',
    csvTitle: 'Length (s)',
    text: ({ duration }) => String(duration),
    end: true,
  },
  {
    title: 'Cost',
    csvTitle: 'Cost (USD)',
    text: ({ total_cost }) => amount(total_cost),
    end: true,
  },
  {
    title: 'Started',
    csvTitle: 'Started (UTC)',
    text: ({ created_at }) => created_at,
    end: true,
  },
];

/** Of a file only: a list has them behind the number of the customer, or in the cell of another column. */
const fileOnly: ReadonlyArray<ListColumn<Call>> = [
  { title: 'Model', text: ({ model }) => (model ? modelText(model) : '') },
  { title: 'Id', text: ({ id }) => String(id) },
];

const evaluated = (calls: readonly Call[]): Array<ListColumn<Call>> =>
  evaluationFields(calls.map(({ evaluation }) => evaluation)).map(({ name, label }) => ({
    title: label,
    text: ({ evaluation }) => evaluationText(evaluation[name]),
  }));

interface Shown {
  /** All calls are of one assistant or one campaign, so that they were evaluated alike. */
  isOfOne: boolean;
}

/** The columns of the list. What is the same in every row gives its place to the fields of the evaluation. */
export const callColumns = (calls: readonly Call[], { isOfOne }: Shown): ReadonlyArray<ListColumn<Call>> =>
  isOfOne ? [...whatCameOfIt, ...evaluated(calls), ...figures] : [...whatCameOfIt, ...whoCalled, ...figures];

/** The columns of a file: everything that the list shows, and every field of every evaluation. */
export const callFileColumns = (calls: readonly Call[]): ReadonlyArray<ListColumn<Call>> => [
  ...whatCameOfIt,
  ...evaluated(calls),
  ...whoCalled,
  ...figures,
  ...fileOnly,
];
