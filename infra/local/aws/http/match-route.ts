import { routesOf, type CarrierRow, type HttpRow } from '#shared/manifest/manifest-row.ts';
import { API_PREFIX } from '#shared/platform/http/http.ts';

export type RoutedRow = HttpRow | CarrierRow;

export interface Match {
  row: RoutedRow;
  /** The path as the route writes it: `/api/user/assistant/{id}`. */
  route: string;
  /** `PUT /api/user/assistant/{id}`, or `ANY /api/{proxy+}`. */
  routeKey: string;
  pathParameters: Record<string, string>;
}

const isGreedy = (segment: string) => segment.endsWith('+}');
const isParameter = (segment: string) => segment.startsWith('{') && segment.endsWith('}');

/** Finds the row of a request. Where two routes fit, the one with the earlier literal segment wins, as in API Gateway. */
export function createRouter(rows: readonly RoutedRow[]): (method: string, path: string) => Match | undefined {
  const routes = rows
    .flatMap((row) => gatewayRoutes(row).map((route) => ({ row, ...route })))
    .map((entry) => ({ ...entry, segments: entry.route.split('/') }))
    .toSorted((one, other) => (rank(one.segments) < rank(other.segments) ? -1 : 1));
  const isLiteral = ({ segments }: { segments: string[] }) => !segments.some((one) => one.startsWith('{'));
  const literal = new Map(routes.filter(isLiteral).map((entry) => [`${entry.method} ${entry.route}`, entry]));
  return (method, path) => {
    // No other route that fits has all of its segments literal.
    const known = literal.get(`${method} ${path}`);
    if (known) return { row: known.row, route: path, routeKey: `${method} ${path}`, pathParameters: {} };
    const sent = path.split('/').map(decode);
    for (const { row, route, segments, method: own } of routes) {
      if (own !== method && own !== 'ANY') continue;
      const pathParameters = matchSegments(segments, sent);
      if (pathParameters) return { row, route, routeKey: `${own} ${route}`, pathParameters };
    }
    return undefined;
  };
}

function gatewayRoutes(row: RoutedRow): Array<{ method: string; route: string }> {
  if (row.kind === 'carrier') return [{ method: row.method, route: row.path }];
  return routesOf(row).map(({ method, path }) => ({ method, route: API_PREFIX + path }));
}

/** A greedy parameter takes what no other route does. */
function rank(segments: string[]): string {
  return segments.map((segment) => (isGreedy(segment) ? '2' : isParameter(segment) ? '1' : '0')).join('');
}

function matchSegments(segments: string[], sent: string[]): Record<string, string> | undefined {
  const isOpen = isGreedy(segments.at(-1) ?? '');
  if (isOpen ? sent.length < segments.length : sent.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = isGreedy(segment) ? sent.slice(index).join('/') : (sent[index] ?? '');
    if (isGreedy(segment)) parameters[segment.slice(1, -2)] = value;
    else if (isParameter(segment) && value !== '') parameters[segment.slice(1, -1)] = value;
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
