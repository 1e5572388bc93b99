import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { functionFile, type HttpRow } from '#shared/manifest/manifest-row.ts';
import type { EndpointContract } from '#shared/platform/http/endpoint.ts';

const PROJECT_ROOT = resolve(import.meta.dirname, '../../..');

const EndpointModule = v.object({
  handler: v.custom<{ contract: EndpointContract }>((value) => typeof value === 'function' && 'contract' in value),
});

/** An endpoint of the manifest with the contract that its function exports. */
export interface ContractedRow {
  row: HttpRow;
  contract: EndpointContract;
}

export async function loadContracts(rows: readonly HttpRow[]): Promise<ContractedRow[]> {
  return Promise.all(
    rows.map(async (row) => {
      const module: unknown = await import(pathToFileURL(resolve(PROJECT_ROOT, functionFile(row))).href);
      return { row, contract: v.parse(EndpointModule, module).handler.contract };
    }),
  );
}
