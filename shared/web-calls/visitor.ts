import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

const EMBEDDED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** A provider gives each customer at least a /64, so its addresses are one visitor: https://www.rfc-editor.org/rfc/rfc6177 */
const GROUPS_OF_NETWORK = 4;
const GROUPS = 8;

/** The address as API Gateway has seen it. No header is asked: anybody can write one. */
export function networkOf(address: string): string {
  const embedded = EMBEDDED_IPV4.exec(address)?.[1];
  if (embedded !== undefined) return embedded;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  const network = groups.slice(0, GROUPS_OF_NETWORK).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

const groupsOf = (part = '') => part.split(':').filter((group) => group !== '');

/** One visitor for all widgets of a user. The address itself is stored nowhere. */
export function hashVisitor(userId: number, address: string): string {
  return createHash('sha256')
    .update(`${userId} ${networkOf(address)}`)
    .digest('base64url')
    .slice(0, 22);
}
