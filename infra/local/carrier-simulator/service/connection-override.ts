export interface ConnectionOverride {
  /** The address without its fragment: what is requested and signed. */
  url: string;
  retries: number;
  retryOn: readonly string[];
  totalMs: number | undefined;
}

const DEFAULT_RETRIES = 1;
const MAX_RETRIES = 5;

/** An address may say in its fragment how it wants to be retried: `#rc=3&rp=ct,rt,5xx&tt=15000`. */
export function readConnectionOverride(address: string): ConnectionOverride {
  const [url = '', fragment = ''] = address.split('#', 2);
  const settings = new URLSearchParams(fragment);
  const total = Number(settings.get('tt') ?? Number.NaN);
  return {
    url,
    retries: Math.min(Number(settings.get('rc') ?? DEFAULT_RETRIES) || 0, MAX_RETRIES),
    retryOn: (settings.get('rp') ?? 'ct').split(','),
    totalMs: Number.isFinite(total) ? total : undefined,
  };
}
