import { useMemo, useState } from 'preact/hooks';
import type { LeadFile } from './lead-file.ts';
import { rememberedUses, rememberUses } from './remembered-columns.ts';
import type { Columns } from '../../../imports/src/columns.ts';
import { type ColumnUse, columnsOfUses, guessedUses, usesProblem } from '../../../imports/src/mapping.ts';

interface UsesOptions {
  file: LeadFile | undefined;
  /** Whose choices are remembered. */
  user: string;
  /** Of numbers without a plus; empty: none. */
  country: string;
  /** Names of variables that the texts of the assistant have. */
  names: readonly string[];
}

export interface ColumnsInUse {
  uses: readonly ColumnUse[];
  problem: string | undefined;
  /** Undefined: there is a problem. */
  columns: Columns | undefined;
  change: (index: number, use: ColumnUse) => void;
  /** For the next file with the same headings. */
  remember: () => void;
}

const NONE: ReadonlyMap<number, ColumnUse> = new Map();

/** What the columns of a file become: as they were chosen, as they were in an earlier file, or as they look. */
export function useColumns({ file, user, country, names }: UsesOptions): ColumnsInUse {
  const [edits, setEdits] = useState<{ of: LeadFile | undefined; chosen: ReadonlyMap<number, ColumnUse> }>();
  const chosen = edits?.of === file ? (edits?.chosen ?? NONE) : NONE;
  const heading = file?.heading ?? [];
  const known = names.join('\n');
  const guessed = useMemo(() => {
    const seen = guessedUses(heading, { rows: file?.rows ?? [], country, names });
    const before = rememberedUses(user, heading);
    return seen.map((use, index) => before[index] ?? use);
  }, [file, user, country, known]);
  const uses = guessed.map((use, index) => chosen.get(index) ?? use);
  const problem = usesProblem(uses);
  return {
    uses,
    problem,
    columns: file === undefined || problem !== undefined ? undefined : columnsOfUses(heading, uses),
    change: (index, use) => setEdits({ of: file, chosen: new Map([...chosen, [index, use]]) }),
    remember: () => rememberUses(user, heading, chosen),
  };
}
