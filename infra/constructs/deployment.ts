import type { StageConfig } from '#infra/config.ts';

/** What a stack has to know of the deployment that it belongs to. */
export interface Deployment {
  /** `ringback-dev`: the first part of every name, so that deployments can share an account and a region. */
  name: string;
  /** `ringback/dev/`: what the names of the secrets begin with. */
  secretsPrefix: string;
  config: StageConfig;
}
