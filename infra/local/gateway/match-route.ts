import { pathsOf, type CarrierRow, type HttpRow } from '#shared/manifest/manifest-row.ts';

export type RoutedRow = HttpRow | CarrierRow;

export interface Match {
  row: RoutedRow;
  /** The path as the route writes it: `/api/user/assistant/{id}`. */
  route: string;
  pathParameters: Record<string, string>;
}

const API_PREFIX = '/api';
const isParameter = (segment: string) => segment.startsWith('{') && segment.endsWith('}');

/** Finds the row of a request. Where two routes fit, the one with the earlier literal segment wins, as in API Gateway. */
export function createRouter(rows: readonly RoutedRow[]): (method: string, path: string) => Match | undefined {
  const routes = rows
    .flatMap((row) => routesOf(row).map((route) => ({ row, route })))
    .map((entry) => ({ ...entry, segments: entry.route.split('/') }))
    .toSorted((one, other) => (rank(one.segments) < rank(other.segments) ? -1 : 1));
  return (method, path) => {
    const sent = path.split('/').map(decode);
    for (const { row, route, segments } of routes) {
      if (row.method !== method) continue;
      const pathParameters = matchSegments(segments, sent);
      if (pathParameters) return { row, route, pathParameters };
    }
    return undefined;
  };
}

function routesOf(row: RoutedRow): string[] {
  return row.kind === 'http' ? pathsOf(row).map((path) => API_PREFIX + path) : [row.path];
}

function rank(segments: string[]): string {
  return segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('');
}

function matchSegments(segments: string[], sent: string[]): Record<string, string> | undefined {
  if (segments.length !== sent.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = sent[index] ?? '';
    if (isParameter(segment) && value !== '') parameters[segment.slice(1, -1)] = value;
    else if (segment !== value) return undefined;
  }
  return parameters;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
