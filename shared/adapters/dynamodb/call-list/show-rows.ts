import * as v from 'valibot';
import { batchGet, type FoundItems } from '#shared/adapters/dynamodb/batch-get.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { emptyCallBody, type Call, type CallBody } from '#shared/domain/call/call.ts';
import type { CallWithBody } from '#shared/ports/call-store.ts';
import { CallBodyItem, CallItem } from '#shared/table/items/call-item.ts';
import { JsonText } from '#shared/table/items/json-text.ts';
import type { ItemKey } from '#shared/table/definition.ts';
import { keys } from '#shared/table/keys.ts';

/** A row of a list: its head, where it has been read already. */
export interface ListRow {
  id: number;
  head?: Call | undefined;
}

const StoredVariables = v.object({ variables: JsonText });

/** Reads the heads that are not known yet, and the bodies of all, in one round trip. */
export async function showRows(table: Table, userId: number, rows: readonly ListRow[]): Promise<CallWithBody[]> {
  const unknown = rows.filter(({ head }) => head === undefined).map(({ id }) => keys.call.key(userId, id));
  const found = await batchGet(table, [...unknown, ...rows.map((row) => bodyKey(userId, row))]);
  return rows.flatMap((row) => {
    const call = row.head ?? readHead(found, userId, row.id);
    // Deleted since it was counted.
    return call ? [{ call, body: readBody(found.get(bodyKey(userId, row))) }] : [];
  });
}

/** A settled call has a body, and only such calls are listed without their head; one that runs shows the variables of its configuration. */
function bodyKey(userId: number, { id, head }: ListRow): ItemKey {
  const collection = head === undefined || head.hold === 0 ? keys.callBody : keys.callConfiguration;
  return collection.key(userId, id);
}

function readHead(found: FoundItems, userId: number, id: number): Call | undefined {
  const item = found.get(keys.call.key(userId, id));
  return item && v.parse(CallItem, item);
}

function readBody(item: unknown): CallBody {
  const body = v.safeParse(CallBodyItem, item);
  if (body.success) return body.output;
  const running = v.safeParse(StoredVariables, item);
  return emptyCallBody(running.success ? running.output.variables : {});
}
