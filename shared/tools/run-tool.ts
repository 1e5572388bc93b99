import * as v from 'valibot';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { Tool, ToolArguments, ToolCaller } from '#shared/tools/tool.ts';

export interface ToolRun {
  tool: Tool;
  args: ToolArguments;
  call: ToolCaller;
  limitMs: number;
}

/** Returns what the model is told, of a failure too: it can ask again, or tell the customer. */
export async function runTool({ tool, args, call, limitMs }: ToolRun, { logger }: { logger: Logger }): Promise<string> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ToolTimeout(`no result for ${limitMs} ms`)), Math.max(0, limitMs));
  try {
    return await Promise.race([tool.run(args, call), late.promise]);
  } catch (error) {
    const problem = error instanceof Error ? error.name : 'unknown';
    // Its message may hold what was said.
    logger.warn('tool failed', { ...call, tool: tool.name, problem });
    return toldOf(error);
  } finally {
    clearTimeout(timer);
  }
}

class ToolTimeout extends Error {
  override name = 'ToolTimeout';
}

function toldOf(error: unknown): string {
  if (error instanceof ToolTimeout) return 'The tool has not answered in time.';
  return v.isValiError(error) ? `The arguments are wrong: ${error.message}` : 'The tool has failed.';
}
