import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { openTab, type Tab, type Visit } from '#test/slow/studio/open-tab.ts';
import { createWorld, type World } from '#test/slow/studio/world.ts';
import { launchChromium } from '#test/support/chromium.ts';
import { type RunningStack, useLocalStack } from '#test/support/local-stack.ts';

/** Who visits: the user 1 by default; null: no one is signed in. */
type Visitor = Omit<Visit, 'token'> & { user?: number | null };

export interface StudioTab extends Tab {
  /** Loads another address of the studio in the same tab. */
  goTo: (path: string) => Promise<void>;
  /** Asserts that nothing went wrong, and closes the tab. */
  close: () => Promise<void>;
}

export interface Studio {
  running: () => RunningStack;
  world: () => World;
  /** Opens an address of the studio, as a user who is signed in. */
  open: (path: string, visitor?: Visitor) => Promise<StudioTab>;
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One stack, one browser and one world for all tests of the studio. Call at the top of the file. */
export function useStudio(): Studio {
  // Kept on disk, as a rehearsal reads the log of the functions.
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const running = useLocalStack({ dataDir });
  let browser: Browser | undefined;
  let world: World | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
    world = await createWorld(running().api, running().stack.address.webhook_sink_url);
  });
  afterAll(async () => browser?.close());
  return {
    running,
    world: () => {
      if (!world) throw new Error('the world is there only while tests run');
      return world;
    },
    open: async (path, { user = 1, ...visit } = {}) => {
      if (!browser) throw new Error('the browser is there only while tests run');
      const { origin, token } = running();
      const tab = await openTab(browser, `${origin}${path}`, { ...visit, token: user === null ? null : token(user) });
      const close = async () => {
        await tab.page.context().close();
        expect(tab.problems).toEqual([]);
      };
      const goTo = async (next: string) => void (await tab.page.goto(`${origin}${next}`));
      return { ...tab, goTo, close };
    },
  };
}

interface Violation {
  id: string;
  help: string;
  nodes: Array<{ target: unknown; failureSummary?: string }>;
}

/** What axe finds against WCAG 2.2 A and AA and its best practices, one line for each element. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Evaluated by the debugger, as the content security policy allows no script of another origin or inline.
  await page.evaluate(`if (!window.axe) { ${axeSource} }`);
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    'window.axe.run(document, { resultTypes: ["violations"] })',
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${help}: ${String(target)}: ${failureSummary}`),
  );
}
