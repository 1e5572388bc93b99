import type { Query } from '../../service/request.ts';

/** The settings of a deployment or a local stack, from `/studio.json`. */
interface StudioSettings {
  /** Present on a local stack only: its demo users, each with a token. */
  users?: readonly LocalUser[];
  /** Present while the built-in rehearsal model speaks. */
  note?: string;
  /** Whether the stack keeps conversations of the playground as rehearsals, and runs them. */
  rehearsals?: boolean;
  /** Call seconds per real second. Present on a local stack only. */
  speed?: number;
  /** The address of the API itself. Present in a deployment, where the studio reaches it through CloudFront. */
  api?: string;
}

export interface LocalUser {
  id: number;
  name: string;
  token: string;
  balance: number;
}

let settings: Promise<StudioSettings> | undefined;

/** The settings of this place, read once. A place that does not answer has none. */
export const getStudioSettings = (): Query<StudioSettings> => ({
  key: ['stack'],
  read() {
    settings ??= readSettings();
    return settings;
  },
});

async function readSettings(): Promise<StudioSettings> {
  try {
    const response = await fetch('/studio.json');
    return response.ok ? await response.json() : {};
  } catch {
    return {};
  }
}
