import { LogOut, Menu, Monitor, Moon, Sun, X } from 'lucide-preact';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { BrandMark } from './brand.tsx';
import { Keys } from './key-help.tsx';
import { groups, LOCAL, pages, type StudioPage } from './pages.ts';
import { formatMoney } from '../format/local.ts';
import { ImportBar } from '../leads/import-bar.tsx';
import { getMe } from '../requests/account/get-me.ts';
import { getStudioSettings } from '../requests/stack/get-studio-settings.ts';
import { useQuery } from '../service/query.ts';
import { signOut, switchUser, token } from '../service/session.ts';
import { Confirmation } from '../ui/dialog.tsx';
import { Select } from '../ui/field.tsx';
import { focusNewPage } from '../ui/focus.ts';
import { changeTheme, theme, type Theme } from '../ui/theme.ts';
import { Toasts } from '../ui/toast.tsx';

/** Navigation around the page of the address. */
export function Shell({ children }: { children: ComponentChildren }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const [path] = useLocation();
  useEffect(() => {
    setOpen(false);
    window.scrollTo(0, 0);
    focusNewPage(path);
  }, [path]);
  return (
    <>
      <a class="button skip" href="#main">
        Skip to the content
      </a>
      <div class="shell">
        <header class="topbar">
          <Brand />
          <button
            type="button"
            class="button ghost icon"
            aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <X size={20} aria-hidden="true" /> : <Menu size={20} aria-hidden="true" />}
          </button>
        </header>
        <aside aria-label="Menu" class={`sidebar${isOpen ? ' is-open' : ''}`}>
          <Brand />
          <Navigation path={path} />
          <Account />
        </aside>
        <main id="main" tabIndex={-1}>
          <ImportBar />
          {children}
        </main>
      </div>
      <Confirmation />
      <Keys />
      <Toasts />
    </>
  );
}

function Brand(): JSX.Element {
  return (
    <Link class="brand" href="/">
      <BrandMark /> Ringback
    </Link>
  );
}

function Navigation({ path }: { path: string }): JSX.Element {
  const settings = useQuery(getStudioSettings());
  const isLocal = settings.data?.users !== undefined;
  const shown = groups.filter((group) => hasPages(group) && (isLocal || group !== LOCAL));
  return (
    <nav aria-label="Pages of the studio">
      {shown.map((group) => (
        <div key={group} class="nav-group">
          <h2 id={`nav-${group}`}>{group}</h2>
          {pages
            .filter((page) => page.navigation?.group === group)
            .map((page) => (
              <NavigationLink key={page.path} page={page} path={path} />
            ))}
          {group === LOCAL ? <TimeScale speed={settings.data?.speed} /> : null}
        </div>
      ))}
    </nav>
  );
}

/** On a local stack a call of a minute is over after some seconds. */
function TimeScale({ speed = 1 }: { speed: number | undefined }): JSX.Element | null {
  return speed === 1 ? null : <p class="small soft nav-note">Calls run {speed} times as fast as real ones.</p>;
}

const hasPages = (group: string): boolean => pages.some((page) => page.navigation?.group === group);

function NavigationLink({ page, path }: { page: StudioPage; path: string }): JSX.Element | null {
  if (page.navigation === undefined) return null;
  const { title, icon: Icon } = page.navigation;
  const isCurrent = path === page.path || path.startsWith(`${page.path}/`);
  return (
    <Link href={page.path} aria-current={isCurrent ? 'page' : undefined}>
      <Icon aria-hidden="true" />
      {title}
    </Link>
  );
}

const themes: Record<Theme, { icon: typeof Sun; title: string }> = {
  system: { icon: Monitor, title: 'Theme of the system' },
  light: { icon: Sun, title: 'Light theme' },
  dark: { icon: Moon, title: 'Dark theme' },
};

const BALANCE_MS = 30_000;

/** The user who is signed in, the balance, and the button to sign out. */
function Account(): JSX.Element {
  const me = useQuery(getMe(), { every: BALANCE_MS });
  const { icon: Icon, title } = themes[theme.value];
  return (
    <div class="account">
      <div class="account-name">
        <UserName name={me.data?.name} />
        <span class="small soft numeric">{me.data === undefined ? '…' : formatMoney(me.data.total_balance)}</span>
      </div>
      <div class="button-row">
        <button type="button" class="button ghost small" onClick={() => signOut()}>
          <LogOut size={14} aria-hidden="true" /> Sign out
        </button>
        <button
          type="button"
          class="button ghost icon small"
          aria-label={`${title}: change`}
          title={title}
          onClick={changeTheme}
        >
          <Icon size={15} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

/** On a local stack also the way to the other users. */
function UserName({ name = '…' }: { name: string | undefined }): JSX.Element {
  const settings = useQuery(getStudioSettings());
  const users = settings.data?.users ?? [];
  const current = token() ?? '';
  if (users.length < 2 || !users.some((user) => user.token === current)) return <strong>{name}</strong>;
  return (
    <Select
      label="Switch the user"
      value={current}
      options={users.map((user) => [user.token, user.name])}
      onChange={switchUser}
    />
  );
}
