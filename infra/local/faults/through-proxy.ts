const QUEUE_ADDRESS = /^(?:AWS_ENDPOINT_URL_SQS|\w+_(?:QUEUE|DLQ)_URL)$/;
const OTHER_ADDRESSES = new Set(['AWS_ENDPOINT_URL_DYNAMODB', 'AWS_ENDPOINT_URL_S3', 'SOCKET_MANAGEMENT_URL']);

/** The environment of the functions with the address of the proxy: for SQS always, for the other services when there are faults. */
export function throughProxy(
  variables: Record<string, string>,
  proxyUrl: string,
  { hasFaults }: { hasFaults: boolean },
): Record<string, string> {
  const isProxied = (name: string) => QUEUE_ADDRESS.test(name) || (hasFaults && OTHER_ADDRESSES.has(name));
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      isProxied(name) ? proxyUrl + new URL(value).pathname.replace(/\/$/, '') : value,
    ]),
  );
}
