import * as v from 'valibot';
import { urlText, wholeNumber } from '#shared/http/records/wire-fields.ts';

const page = (number: number) => urlText(`https://api.example.com/api/user/calls?page=${number}`);
const count = (example: number) => v.pipe(wholeNumber(example), v.minValue(0));
const position = (example: number) => v.pipe(wholeNumber(example), v.minValue(1));

/** The pagination envelope of the contract around records of one kind. */
export function pageOf<const Row extends v.GenericSchema>(row: Row) {
  return v.strictObject({
    current_page: position(1),
    data: v.array(row),
    first_page_url: page(1),
    from: v.pipe(v.nullable(position(1)), v.description('Null on an empty page.')),
    last_page: position(2),
    last_page_url: page(2),
    links: v.array(
      v.strictObject({
        url: v.nullable(page(1)),
        label: v.pipe(v.string(), v.examples(['1'])),
        active: v.boolean(),
      }),
    ),
    next_page_url: v.nullable(page(2)),
    path: urlText('https://api.example.com/api/user/calls'),
    per_page: position(15),
    prev_page_url: v.nullable(page(1)),
    to: v.pipe(v.nullable(position(15)), v.description('Null on an empty page.')),
    total: count(17),
  });
}
