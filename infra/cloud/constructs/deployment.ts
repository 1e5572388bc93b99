import type { Capacity } from '#infra/cloud/stage/capacity.ts';
import type { StageConfig } from '#infra/cloud/stage/config.ts';

/** The deployment that a stack belongs to. */
export interface Deployment {
  /** `ringback-dev`: the first part of every name, so that deployments can share an account and a region. */
  name: string;
  /** `ringback/dev/`: the prefix of the secrets' names. */
  secretsPrefix: string;
  config: StageConfig;
  capacity: Capacity;
}
