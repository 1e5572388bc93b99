import {
  headsStretch,
  rowsStretch,
  sealStretch,
  type ListRequest,
  type ListStretch,
} from '#shared/adapters/dynamodb/call-list/list-stretch.ts';
import { readHeads } from '#shared/adapters/dynamodb/call-list/read-heads.ts';
import { readBranch, readLeaf } from '#shared/adapters/dynamodb/call-list/read-seals.ts';
import { recall } from '#shared/adapters/dynamodb/call-list/seal-memory.ts';
import type { ListRow } from '#shared/adapters/dynamodb/call-list/show-rows.ts';
import { matchesCell, matchesFilter } from '#shared/domain/call/call-filter.ts';
import type { CallLeaf } from '#shared/domain/call-list/call-leaf.ts';
import { countRows } from '#shared/domain/call-list/call-tally.ts';
import type { IdRange } from '#shared/domain/call-list/cover-range.ts';
import type { CallBranch } from '#shared/table/items/call-seal-items.ts';

/** The calls of a seal that have to be asked themselves, because they were open when it was written. */
export function openCallsOf({ heads }: ListRequest, stretch: ListStretch): number[] {
  if (stretch.kind !== 'seal') return [];
  return stretch.seal.open.filter((id) => id >= stretch.from && id < stretch.to && !heads.has(id));
}

/** Reads what a stretch is made of. What it gives makes the parts, newest first, once the open calls have been read too. */
export async function openStretch(request: ListRequest, stretch: ListStretch): Promise<() => ListStretch[]> {
  const { table, userId, filter, kind, memory } = request;
  if (stretch.kind === 'rows') return () => [stretch];
  if (stretch.kind === 'heads') {
    const calls = await readHeads(table, userId, stretch);
    const rows = calls.filter((call) => matchesFilter(call, filter)).map((head) => ({ id: head.id, head }));
    return () => [rowsStretch(rows)];
  }
  if (stretch.seal.level === 'leaf') {
    const { from } = stretch.seal;
    const leaf = await recall(memory.leaves, `${userId} ${from}`, request, () => readLeaf(table, userId, from));
    return () => leafStretches(request, stretch, leaf);
  }
  const { from } = stretch.seal;
  const name = `${userId} ${kind} ${from}`;
  const branch = await recall(memory.branches, name, request, () => readBranch(table, userId, kind, from));
  return () => branchStretches(request, stretch, branch);
}

/** A leaf that was dropped or shortened in between leaves a hole, which the heads fill. */
function leafStretches(request: ListRequest, { from, to }: IdRange, leaf: CallLeaf | undefined): ListStretch[] {
  const rows = leaf && leafRows(request, leaf, { from, to });
  if (!leaf || !rows) return [headsStretch({ from, to })];
  if (leaf.to >= to) return [rowsStretch(rows)];
  return [headsStretch({ from: leaf.to, to }), rowsStretch(rows)];
}

/** Undefined when a call is open of which the seal's counts did not know. */
function leafRows({ heads, filter }: ListRequest, leaf: CallLeaf, { from, to }: IdRange): ListRow[] | undefined {
  const rows: ListRow[] = [];
  for (const { id, cell } of leaf.rows.toReversed()) {
    if (id < from || id >= to) continue;
    const head = heads.get(id);
    if (cell === null && head === undefined) return undefined;
    if (cell ? matchesCell(cell, filter) : head && matchesFilter(head, filter)) rows.push(cell ? { id } : { id, head });
  }
  return rows;
}

function branchStretches(request: ListRequest, { from, to }: IdRange, branch: CallBranch | undefined): ListStretch[] {
  if (!branch || branch.to < to) return [headsStretch({ from, to })];
  const counts = countRows(branch.tallies, request.isCounted);
  const leaves = branch.starts.map((start, index) => ({
    level: 'leaf' as const,
    from: start,
    to: branch.starts[index + 1] ?? branch.to,
    open: [],
    count: counts[index] ?? 0,
  }));
  return leaves
    .filter((leaf) => leaf.to > from && leaf.from < to)
    .map((leaf) => sealStretch(request, leaf, { from: Math.max(leaf.from, from), to: Math.min(leaf.to, to) }))
    .toReversed();
}
