import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useSearchParams } from 'wouter-preact';
import { useFilters } from './data-table.tsx';
import { e164 } from '../format/phone.ts';
import { hasFilters } from '../format/query.ts';

interface FilterProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A text that filters when Enter is pressed or the field is left. */
export function SearchFilter({
  label,
  value,
  placeholder,
  onChange,
}: FilterProps & { placeholder?: string }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  // The address may change while text is typed: the text stays.
  useEffect(() => {
    if (input.current !== null) input.current.value = value;
  }, [value]);
  return (
    <input
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChange(event.currentTarget.value.trim());
      }}
    />
  );
}

/** A whole day of UTC. */
export function DateFilter({ label, value, onChange }: FilterProps): JSX.Element {
  return (
    <label class="date-filter">
      <span>
        {label} <small class="soft">UTC</small>
      </span>
      <input
        type="date"
        title="Whole days of UTC"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

interface FilterBarProps {
  /** For screen readers. */
  label: string;
  filters: { phone_number?: string; date_from?: string; date_to?: string; page?: number };
  /** Of numbers without a plus. */
  country: string | undefined;
  /** What the search does with a text that has no digit. */
  search?: { placeholder: string; byName: (text: string) => void };
  /** The filters that only this list has. */
  children: ComponentChildren;
}

const sharedNames = ['phone_number', 'date_from', 'date_to'] as const;

/** The filters of a list of calls or SMS. The address has them. */
export function FilterBar({ label, filters, country, search, children }: FilterBarProps): JSX.Element {
  const { setFilter } = useFilters(sharedNames);
  const [, setSearch] = useSearchParams();
  return (
    <div class="filters" role="search" aria-label={label}>
      {children}
      <SearchFilter
        label={search === undefined ? 'Phone number of the customer' : 'Search'}
        placeholder={search?.placeholder ?? '+1 202 555 0100'}
        value={filters.phone_number ?? ''}
        onChange={(value) => {
          if (search !== undefined && value !== '' && !/\d/.test(value)) search.byName(value);
          else setFilter('phone_number', value === '' ? '' : e164(value, country));
        }}
      />
      <DateFilter
        label="First day"
        value={filters.date_from ?? ''}
        onChange={(value) => setFilter('date_from', value)}
      />
      <DateFilter label="Last day" value={filters.date_to ?? ''} onChange={(value) => setFilter('date_to', value)} />
      {hasFilters(filters) ? (
        <button type="button" class="button ghost" onClick={() => setSearch({})}>
          Clear
        </button>
      ) : null}
    </div>
  );
}
