import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Redirect, Route, Router, Switch } from 'wouter-preact';
import { pages, type StudioPage } from './pages.ts';
import { Shell } from './shell.tsx';
import { token } from '../service/session.ts';
import { aroundNav } from '../ui/leave-question.ts';
import { Page } from '../ui/page.tsx';
import { Empty, Notice, Skeleton } from '../ui/states.tsx';

/** A user who is signed in does not load it. */
const signInPage: StudioPage = { path: '/', load: async () => (await import('./sign-in.tsx')).SignIn };

export function App(): JSX.Element {
  if (token() === undefined) return <LazyPage page={signInPage} />;
  return (
    <Router aroundNav={aroundNav}>
      <Pages />
    </Router>
  );
}

function Pages(): JSX.Element {
  return (
    <Shell>
      <Switch>
        <Route path="/">
          <Redirect to={pages[0]?.path ?? '/'} replace />
        </Route>
        {pages.map((page) => (
          <Route key={page.path} path={page.path}>
            <LazyPage page={page} />
          </Route>
        ))}
        <Route>
          <Page title="Not found">
            <Empty title="There is no such page">Choose one from the menu.</Empty>
          </Page>
        </Route>
      </Switch>
    </Shell>
  );
}

const loaded = new Map<StudioPage, ComponentType>();

/** A page that is loaded when it is first shown. */
function LazyPage({ page }: { page: StudioPage }): JSX.Element {
  const [, setVersion] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const Content = loaded.get(page);
  useEffect(() => {
    if (loaded.has(page)) return;
    const load = async () => {
      try {
        loaded.set(page, await page.load());
        setVersion((version) => version + 1);
      } catch {
        setFailed(true);
      }
    };
    void load();
  }, [page]);
  if (Content !== undefined) return <Content />;
  if (!hasFailed) return <Skeleton lines={6} />;
  const again = (
    <button type="button" class="button small" onClick={() => location.reload()}>
      Reload
    </button>
  );
  return (
    <Notice tone="bad" action={again}>
      This page could not be loaded. The studio may have been updated. Reload it.
    </Notice>
  );
}
