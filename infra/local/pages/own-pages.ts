import type { StackAddress } from '#infra/local/address/stack-address.ts';
import type { StackPages } from '#infra/local/aws/gateway/start-gateway.ts';
import { referencePages } from '#infra/local/pages/reference/reference-pages.ts';
import { samplePage } from '#infra/local/pages/studio/sample-pages.ts';
import { stackEvents, type EventSources } from '#infra/local/pages/studio/stack-events.ts';
import { modelActions, type ModelSources } from '#infra/local/pages/studio/studio-models.ts';
import { studioPages } from '#infra/local/pages/studio/studio-pages.ts';
import { rehearsalActions } from '#infra/local/pages/studio/studio-rehearsals.ts';
import { widgetPages } from '#infra/local/pages/widget/widget-pages.ts';

interface Place {
  options: { simulatorSpeed: number; template?: string | undefined };
  folder: { path: string; logFile: string | undefined };
}

/** The pages of a stack that is ready. Every other address that a browser opens is one of the studio. */
export function ownPages(
  sources: EventSources & ModelSources & { address: StackAddress },
  { options, folder }: Place,
): StackPages {
  const { address } = sources;
  const { path: dataDir, logFile } = folder;
  // A rehearsal reads the log, which a stack in memory does not write.
  const rehearsals = logFile === undefined ? undefined : { address, dataDir, logFile, speed: options.simulatorSpeed };
  const studio = studioPages(address, {
    hasRehearsals: rehearsals !== undefined,
    template: options.template,
    speed: options.simulatorSpeed,
  });
  const widget = new Map(widgetPages(options.template));
  const pages = new Map([...referencePages(address), ...widget]).set('/local/events', stackEvents(sources));
  return {
    get: (path) => pages.get(path) ?? samplePage(path, dataDir) ?? studio.get(path),
    isForOtherSites: (path) => widget.has(path),
    other: () => studio.index(),
    actions: new Map([...rehearsalActions(rehearsals), ...modelActions(sources)]),
  };
}
