import { consolePages, type ConsoleSources } from '#infra/local/console/console-pages.ts';
import type { GatewayOptions } from '#infra/local/gateway/start-gateway.ts';
import { referencePages } from '#infra/local/reference/reference-pages.ts';
import type { DataFolder } from '#infra/local/stack/data-folder.ts';
import type { StackOptions } from '#infra/local/stack/stack-options.ts';
import { studioPages } from '#infra/local/studio/studio-pages.ts';
import { rehearsalActions } from '#infra/local/studio/studio-rehearsals.ts';
import { widgetPages } from '#infra/local/widget/widget-pages.ts';

interface Place {
  options: Pick<StackOptions, 'simulatorSpeed' | 'template'>;
  folder: Pick<DataFolder, 'path' | 'logFile'>;
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
