export const campaignStatuses = ['draft', 'in-progress', 'stopped', 'completed'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** How and when a campaign calls its leads. */
export interface CampaignRules {
  /** IANA name: the zone of the allowed hours and days where the called number does not tell its own. */
  timezone: string;
  /** `HH:MM`; the window is open from this minute on. */
  allowedHoursStart: string;
  /** `HH:MM`; this minute is the last one in which the window is open. */
  allowedHoursEnd: string;
  allowedDays: Weekday[];
  maxCallsInParallel: number;
  /** Attempts after the first one, per number. */
  maxRetries: number;
  retryIntervalMinutes: number;
  retryOnVoicemail: boolean;
  retryOnGoalIncomplete: boolean;
  /** The boolean of the assistant's post-call schema that says whether the goal was reached. */
  goalCompletionVariable: string | null;
  /** Whether the campaign ends by itself when no lead of it is left to call. */
  markCompleteWhenNoLeads: boolean;
  /** The numbers to call from, in turn; none means the assistant's. */
  phoneNumberIds: number[];
}

export interface Campaign extends CampaignRules {
  id: number;
  userId: number;
  name: string;
  /** The outbound assistant that talks. Null for a campaign that only keeps leads; such a one cannot be started. */
  assistantId: number | null;
  status: CampaignStatus;
  /** Why the service itself stopped it; null when its user did, or it runs. */
  stoppedReason: string | null;
  createdAt: number;
  updatedAt: number;
  version: number;
}

/** What a campaign does that was made without saying so. */
export const defaultRules: Readonly<Omit<CampaignRules, 'timezone'>> = {
  allowedHoursStart: '00:00',
  allowedHoursEnd: '23:59',
  allowedDays: [...weekdays],
  maxCallsInParallel: 3,
  maxRetries: 3,
  retryIntervalMinutes: 60,
  retryOnVoicemail: false,
  retryOnGoalIncomplete: false,
  goalCompletionVariable: null,
  markCompleteWhenNoLeads: true,
  phoneNumberIds: [],
};

export interface CampaignKey {
  userId: number;
  campaignId: number;
}

/** Campaigns of users. One that is being deleted is gone for everybody but those who empty it. */
export interface CampaignStore {
  add(campaign: Campaign): Promise<'added' | 'id_taken'>;
  get(userId: number, campaignId: number): Promise<Campaign | undefined>;
  /** Oldest first. */
  list(userId: number): Promise<Campaign[]>;
  /**
   * Replaces the campaign if it still has the version that `before` had.
   * `conflict`: somebody else changed or deleted it in between; load it again.
   */
  replace(before: Campaign, after: Campaign): Promise<'replaced' | 'conflict'>;
  /** Every campaign that is in progress, of all users; among them such as are being deleted. */
  listInProgress(): Promise<CampaignKey[]>;
  /** Hides the campaign from `get` and `list` and refuses to replace it, from now on. Again: `marked` until it is removed. */
  markDeleted(userId: number, campaignId: number): Promise<'marked' | 'not_found'>;
  /** The ids of campaigns that are marked as deleted and not removed yet. */
  listDeleted(userId: number): Promise<number[]>;
  /** Removes a campaign that is marked as deleted; any other one stays. */
  remove(userId: number, campaignId: number): Promise<void>;
}
