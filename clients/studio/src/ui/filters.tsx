import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

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
