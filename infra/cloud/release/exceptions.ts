import type { Problem } from '#infra/cloud/release/compare-releases.ts';

interface Exception {
  /** The stored release that this checkout upgrades. */
  release: string;
  /** Of a roll-back from this checkout to the release. */
  isBack?: boolean;
  what: RegExp;
  reason: string;
}

/** Accepted problems of upgrades and roll-backs. A test fails if one of them no longer occurs. */
export const exceptions: readonly Exception[] = [
  {
    release: '0.1.0',
    what: /^AWS::Logs::LogGroup \/ringback-[a-z]+\/(?!functions\/)/,
    reason:
      'Decision 0051 moved the log groups into a stack of their own, where they have other names. The changelog says what to export before.',
  },
  {
    release: '0.1.0',
    what: /^AWS::SQS::Queue ringback-[a-z]+-place-call(?:-dead-letters)?$/,
    reason:
      'Decision 0024 replaced the queue. Its worker runs until the end of the deployment; a call that still waits is cancelled by its watchdog.',
  },
];

/** The problems without those that are accepted. */
export function unacceptedProblems(release: string, problems: readonly Problem[], isBack = false): Problem[] {
  const accepted = exceptions.filter((one) => one.release === release && (one.isBack ?? false) === isBack);
  return problems.filter(({ what }) => !accepted.some((one) => one.what.test(what)));
}
