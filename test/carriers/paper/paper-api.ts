import { callReference } from '#shared/calls/call-token.ts';
import type { CallKey } from '#shared/calls/call.ts';

/** A request to the telephone company of paper, which takes one JSON document for everything. */
export interface PaperOrder {
  order:
    | 'dial'
    | 'look'
    | 'search'
    | 'letters'
    | 'limit'
    | 'cut'
    | 'text'
    | 'texts'
    | 'stamp'
    | 'number'
    | 'point'
    | 'tape'
    | 'hear'
    | 'burn';
  [field: string]: string | number;
}

/** Undefined: no answer came. */
export type PaperApi = (order: PaperOrder) => Promise<unknown>;

export const paperCallUrl = (publicUrl: string, { userId, callId }: CallKey) =>
  `${publicUrl}/carrier/paper/calls/${userId}/${callId}`;

/** Where paper writes of calls and texts to a number. */
export const paperNumberUrls = (publicUrl: string) => ({
  calls: `${publicUrl}/carrier/paper/calls`,
  texts: `${publicUrl}/carrier/paper/texts`,
});

export const paperReference = callReference;
