import type { DemoApi } from '#infra/local/rehearsal/demo-api.ts';
import type { MockedTool } from '#infra/local/rehearsal/mocked-tool.ts';
import type { NameLocks } from '#infra/local/rehearsal/name-locks.ts';
import type { ToolRequests, ToolServer } from '#infra/local/rehearsal/tool-server.ts';

export interface RehearsedToolDeps {
  api: Pick<DemoApi, 'createTool' | 'deleteTool'>;
  toolServer: ToolServer;
  toolNames: NameLocks;
}

/** Creates the tools of a rehearsal, whose servers answer as its mocks say, and deletes them behind it. */
export async function withTools<Result>(
  tools: readonly MockedTool[],
  { api, toolServer, toolNames }: RehearsedToolDeps,
  run: (toolIds: readonly number[]) => Promise<Result>,
): Promise<ToolRequests & { result: Result }> {
  const names = tools.map(({ name }) => name);
  return toolNames(names, async () => {
    const served = toolServer.serve(tools);
    const toolIds: number[] = [];
    try {
      for (const { mocks: _, ...body } of tools) {
        const endpoint = served.endpointOf(body.name);
        toolIds.push(await api.createTool({ method: 'POST', ...body, endpoint }));
      }
      return { result: await run(toolIds), counts: served.counts, problems: served.problems };
    } finally {
      for (const toolId of toolIds) await api.deleteTool(toolId);
      served.end();
    }
  });
}
