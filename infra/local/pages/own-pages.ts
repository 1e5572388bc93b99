import type { GatewayOptions } from '#infra/local/aws/gateway/start-gateway.ts';
import { consolePages, type ConsoleSources } from '#infra/local/pages/console/console-pages.ts';
import { referencePages } from '#infra/local/pages/reference/reference-pages.ts';
import { studioPages } from '#infra/local/pages/studio/studio-pages.ts';
import { rehearsalActions } from '#infra/local/pages/studio/studio-rehearsals.ts';
import { widgetPages } from '#infra/local/pages/widget/widget-pages.ts';

interface Place {
  options: { simulatorSpeed: number; template?: string | undefined };
  folder: { path: string; logFile: string | undefined };
}

/** The pages of the stack itself. Every other address that a browser opens is one of the studio. */
export function ownPages(
  sources: () => ConsoleSources | undefined,
  { options, folder }: Place,
): Pick<GatewayOptions, 'pages' | 'otherPage' | 'actions'> {
  const address = () => sources()?.address;
  const { logFile } = folder;
  // A rehearsal reads the log, which a stack in memory does not write.
  const studio = studioPages(address, { hasRehearsals: logFile !== undefined, template: options.template });
  const pages = new Map([...consolePages(sources), ...referencePages(address), ...widgetPages(options.template)]);
  const place = () => {
    const known = address();
    return known && logFile !== undefined
      ? { address: known, dataDir: folder.path, logFile, speed: options.simulatorSpeed }
      : undefined;
  };
  return {
    pages: { get: (path) => pages.get(path) ?? studio.get(path) },
    otherPage: () => studio.index(),
    actions: rehearsalActions(place),
  };
}
