import { userInfo } from 'node:os';
import { SignatureV4 } from '@smithy/signature-v4';
import * as v from 'valibot';
import type { Signing } from '#shared/recordings/s3-recording-links.ts';

const CallerIdentity = v.object({
  GetCallerIdentityResponse: v.object({ GetCallerIdentityResult: v.object({ Arn: v.string() }) }),
});
const TIMEOUT_MS = 5000;
const BODY = 'Action=GetCallerIdentity&Version=2011-06-15';

/** The user of this machine, as the operating system names it. */
export function localOperator(): string {
  try {
    return `os:${userInfo().username}`;
  } catch {
    return 'os:unknown';
  }
}

/**
 * Who runs a command on a deployment: the ARN that AWS knows the credentials by, which needs no permission, and the user of the
 * machine. Where AWS does not answer, the id of the access key, which CloudTrail has, too.
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
 * @param endpoint of STS; by default that of the region
 */
export async function awsOperator(signing: Signing, endpoint?: string): Promise<string> {
  try {
    return `${await callerArn(signing, endpoint)} ${localOperator()}`;
  } catch {
    const { credentials } = signing;
    const { accessKeyId } = typeof credentials === 'function' ? await credentials() : credentials;
    return `key:${accessKeyId} ${localOperator()}`;
  }
}

async function callerArn(signing: Signing, endpoint: string | undefined): Promise<string> {
  const region = typeof signing.region === 'string' ? signing.region : await signing.region();
  const url = new URL(endpoint ?? `https://sts.${region}.amazonaws.com`);
  const signer = new SignatureV4({ ...signing, service: 'sts' });
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port !== '' && { port: Number(url.port) }),
    path: '/',
    headers: {
      host: url.host,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    },
    body: BODY,
  });
  const response = await fetch(url, { method: 'POST', headers, body: BODY, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { GetCallerIdentityResponse: answer } = v.parse(CallerIdentity, await response.json());
  return answer.GetCallerIdentityResult.Arn;
}
