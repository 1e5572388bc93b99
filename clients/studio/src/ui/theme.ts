import { effect, signal } from '@preact/signals';

const KEY = 'ringback.theme';

export type Theme = 'system' | 'light' | 'dark';

const isTheme = (value: string | null): value is Theme => value === 'light' || value === 'dark' || value === 'system';

function stored(): Theme {
  const value = localStorage.getItem(KEY);
  return isTheme(value) ? value : 'system';
}

/** The only thing that outlives a session: it says nothing about the user. */
export const theme = signal<Theme>(stored());

effect(() => {
  const { value } = theme;
  if (value === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = value;
  localStorage.setItem(KEY, value);
});

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

export function changeTheme(): void {
  theme.value = next[theme.value];
}
