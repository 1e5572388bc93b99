import { ChevronLeft, ChevronRight } from 'lucide-preact';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Link, useSearchParams } from 'wouter-preact';
import type { ListColumn } from '../format/list-column.ts';
import { formatNumber } from '../format/local.ts';

export interface Column<Row> extends ListColumn<Row> {
  cell?: (row: Row) => ComponentChildren;
}

/** The cells of some columns, by their titles; the others show their text. */
export const withCells = <Row,>(
  columns: ReadonlyArray<ListColumn<Row>>,
  cells: Readonly<Record<string, (row: Row) => ComponentChildren>>,
): Array<Column<Row>> =>
  columns.map((column) => {
    const cell = cells[column.title];
    return cell === undefined ? column : { ...column, cell };
  });

interface TableProps<Row> {
  /** For screen readers. */
  caption: string;
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Where a click on a row leads. */
  hrefOf?: (row: Row) => string;
  /** Shown instead when there are no rows. */
  empty?: JSX.Element;
}

/** Rows of records. On a narrow screen each row is a block. */
export function DataTable<Row>({ caption, columns, rows, keyOf, hrefOf, empty }: TableProps<Row>): JSX.Element {
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <div class="table-wrap">
      <table class="folds">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, end }) => (
              <th key={title} scope="col" class={end ? 'end' : undefined}>
                {title === '' ? <span class="visually-hidden">Actions</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={hrefOf ? 'is-link' : undefined}>
              {columns.map(({ title, text, cell = text, end, bare }, index) => (
                <td
                  key={title}
                  data-label={title}
                  class={[end ? 'end' : '', bare || title === '' ? 'bare' : ''].join(' ').trim() || undefined}
                >
                  {index === 0 && hrefOf ? <Link href={hrefOf(row)}>{cell?.(row)}</Link> : cell?.(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PagerProps {
  page: number;
  lastPage: number;
  total: number;
  /** @param isCorrection there is no such page any more: the address is replaced */
  onPage: (page: number, isCorrection?: boolean) => void;
}

/** The number of the page and of all pages; nothing for a single page. */
export function Pager({ page, lastPage, total, onPage }: PagerProps): JSX.Element | null {
  // The last row of the last page may have been deleted.
  const existing = Math.max(1, Math.min(page, lastPage));
  useEffect(() => {
    if (page !== existing) onPage(existing, true);
  }, [page, existing]);
  if (lastPage <= 1) return null;
  return (
    <nav class="pager" aria-label="Pages">
      <span class="numeric">
        Page {formatNumber(page)} of {formatNumber(lastPage)} · {formatNumber(total)} in all
      </span>
      <span class="button-row">
        <button type="button" class="button small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft size={14} aria-hidden="true" /> Previous
        </button>
        <button type="button" class="button small" disabled={page >= lastPage} onClick={() => onPage(page + 1)}>
          Next <ChevronRight size={14} aria-hidden="true" />
        </button>
      </span>
    </nav>
  );
}

/**
 * Filters and page in the address, so that they survive a reload and can be shared. A new filter starts at the first
 * page. Empty values are left out.
 */
export function useFilters<Name extends string>(
  names: readonly Name[],
): {
  values: Partial<Record<Name, string>>;
  page: number;
  setFilter: (name: Name, value: string) => void;
  setPage: (page: number, isCorrection?: boolean) => void;
} {
  const [search, setSearch] = useSearchParams();
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = search.get(name);
    if (value !== null && value !== '') values[name] = value;
  }
  const change = (name: string, value: string, { isFilter, replace }: { isFilter: boolean; replace: boolean }) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        if (isFilter) next.delete('page');
        return next;
      },
      { replace },
    );
  return {
    values,
    page: Math.max(1, Number(search.get('page') ?? 1) || 1),
    setFilter: (name, value) => change(name, value, { isFilter: true, replace: true }),
    setPage: (page, isCorrection = false) =>
      change('page', page === 1 ? '' : String(page), { isFilter: false, replace: isCorrection }),
  };
}
