import { createHash } from 'node:crypto';
import { outcomeOf } from '#shared/calls/call-end.ts';
import { callTypes, type CallType } from '#shared/calls/call-items.ts';
import { callOutcomes, type CallOutcome } from '#shared/calls/call-reasons.ts';
import { callStatuses, hasEnded, type CallStatus } from '#shared/calls/call-status.ts';
import { type Call } from '#shared/calls/call.ts';
import { hashOfNumber, type ListSizes, type SummaryRow } from '#shared/calls/listing/summary.ts';

export interface CallFilter {
  status?: CallStatus;
  /** Whether a call is being made or talked: it holds a call slot. */
  isLive?: boolean;
  type?: CallType;
  outcome?: CallOutcome;
  /** E.164, compared exactly. */
  phoneNumber?: string;
  assistantId?: number;
  campaignId?: number;
  /** Epoch milliseconds. `before` is exclusive. */
  from?: number;
  before?: number;
}

export function matchesFilter(call: Call, filter: CallFilter): boolean {
  return (
    matchesCell(call, filter) &&
    (!filter.isLive || !hasEnded(call.status)) &&
    (filter.outcome === undefined || outcomeOf(call) === filter.outcome) &&
    (filter.phoneNumber === undefined || call.clientPhoneNumber === filter.phoneNumber) &&
    (filter.from === undefined || call.createdAt >= filter.from) &&
    (filter.before === undefined || call.createdAt < filter.before)
  );
}

function matchesCell(cell: Pick<Call, 'status' | 'type' | 'assistantId' | 'campaignId'>, filter: CallFilter): boolean {
  return (
    (filter.status === undefined || cell.status === filter.status) &&
    (filter.type === undefined || cell.type === filter.type) &&
    (filter.assistantId === undefined || cell.assistantId === filter.assistantId) &&
    (filter.campaignId === undefined || cell.campaignId === filter.campaignId)
  );
}

/**
 * Every mix of filters has one group with all matching calls. `…Outcomes`: the same groups once more, with outcomes, so that lists without
 * this filter do not read them. `source`: all calls, to merge into the next summary.
 */
export const groupKinds = [
  'all',
  'status',
  'type',
  'assistant',
  'campaign',
  'assistantCampaign',
  'number',
  'outcome',
  'assistantOutcomes',
  'campaignOutcomes',
  'assistantCampaignOutcomes',
  'source',
] as const;
export type GroupKind = (typeof groupKinds)[number];

export interface CallGroup {
  kind: GroupKind;
  value: string;
}

type RowFilter = Partial<Omit<SummaryRow, 'id'>>;

export interface FilterGroup extends CallGroup {
  /** For rows with all fields. */
  wanted: RowFilter;
  /** For rows of the group, which lack what is common to it. */
  left: RowFilter;
  isCounted: boolean;
}

const ALL = '';
/** Rows of numbers have all fields: a quarter of as many in a bucket are 1 KB, which is one write unit. */
const NUMBER_BUCKETS = 4;

type ValueOf = (row: SummaryRow) => string | null;

const assistantOf: ValueOf = ({ assistantId }) => textOf(assistantId);
const campaignOf: ValueOf = ({ campaignId }) => textOf(campaignId);
const assistantCampaignOf: ValueOf = ({ assistantId, campaignId }) =>
  campaignId === null ? null : `${assistantId}|${campaignId}`;

export const groupValue: Record<GroupKind, ValueOf> = {
  all: () => ALL,
  status: ({ status }) => status,
  type: ({ type }) => type,
  assistant: assistantOf,
  campaign: campaignOf,
  assistantCampaign: assistantCampaignOf,
  number: ({ number }) => number,
  outcome: ({ outcome }) => outcome,
  assistantOutcomes: assistantOf,
  campaignOutcomes: campaignOf,
  assistantCampaignOutcomes: assistantCampaignOf,
  source: () => ALL,
};

const textOf = (id: number | null) => (id === null ? null : String(id));

/** The smallest one. Dates are ranges of ids, and not part of it. */
export function groupOfFilter(userId: number, { isLive = false, ...rest }: CallFilter): FilterGroup {
  // Live calls are listed by their heads: no row of a summary has such a status.
  const filter: CallFilter = isLive ? { ...rest, status: 'initiated' } : rest;
  const { status, type, outcome, assistantId, campaignId, phoneNumber } = filter;
  const left: RowFilter = { ...(status && { status }), ...(type && { type }) };
  const byOutcome: RowFilter = { ...(outcome && { outcome }) };
  const byAssistant: RowFilter = {
    ...(assistantId !== undefined && { assistantId }),
    ...(campaignId !== undefined && { campaignId }),
  };
  const number = phoneNumber === undefined ? undefined : hashOfNumber(userId, phoneNumber);
  const wanted = { ...left, ...byOutcome, ...byAssistant, ...(number !== undefined && { number }) };
  if (number !== undefined) {
    const isCounted = Object.keys(byAssistant).length === 0;
    return { kind: 'number', value: number, wanted, left: { ...left, ...byOutcome, ...byAssistant }, isCounted };
  }
  const group = largeGroup(filter);
  return { ...group, wanted, left: group.kind === 'outcome' ? left : { ...left, ...byOutcome }, isCounted: true };
}

function largeGroup({ status, type, outcome, assistantId, campaignId }: CallFilter): CallGroup {
  const isPlain = outcome === undefined;
  if (campaignId !== undefined && assistantId !== undefined) {
    const value = `${assistantId}|${campaignId}`;
    return { kind: isPlain ? 'assistantCampaign' : 'assistantCampaignOutcomes', value };
  }
  if (campaignId !== undefined) return { kind: isPlain ? 'campaign' : 'campaignOutcomes', value: String(campaignId) };
  if (assistantId !== undefined)
    return { kind: isPlain ? 'assistant' : 'assistantOutcomes', value: String(assistantId) };
  if (!isPlain) return { kind: 'outcome', value: outcome };
  if (status !== undefined) return { kind: 'status', value: status };
  return type === undefined ? { kind: 'all', value: ALL } : { kind: 'type', value: type };
}

export function matchesRow(
  row: SummaryRow,
  { status, type, outcome, assistantId, campaignId, number }: RowFilter,
): boolean {
  return (
    (status === undefined || row.status === status) &&
    (type === undefined || row.type === type) &&
    (outcome === undefined || row.outcome === outcome) &&
    (assistantId === undefined || row.assistantId === assistantId) &&
    (campaignId === undefined || row.campaignId === campaignId) &&
    (number === undefined || row.number === number)
  );
}

/** Buckets by hash limit the items of a content, whatever the number of values; with few values, each has its own. */
export function bucketCount(kind: GroupKind, level: number, { growth, inlineLevels }: ListSizes): number {
  if (kind === 'all' || kind === 'source') return 1;
  if (kind === 'status') return callStatuses.length;
  if (kind === 'type') return callTypes.length;
  if (kind === 'outcome') return callOutcomes.length;
  const buckets = growth ** (level - inlineLevels + 1);
  return kind === 'number' ? buckets * NUMBER_BUCKETS : buckets;
}

export function bucketOf({ kind, value }: CallGroup, count: number): number {
  if (kind === 'all' || kind === 'source') return 0;
  if (kind === 'status') return callStatuses.findIndex((status: Call['status']) => status === value);
  if (kind === 'type') return callTypes.findIndex((type: Call['type']) => type === value);
  if (kind === 'outcome') return callOutcomes.findIndex((outcome: CallOutcome) => outcome === value);
  return createHash('sha1').update(value).digest().readUInt32BE(0) % count;
}

export function bucketName(kind: GroupKind, count: number, bucket: number): string {
  return `${kind}#${count}#${bucket}`;
}
