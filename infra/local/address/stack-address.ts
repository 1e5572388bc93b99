/** One of the ready file's users. */
export interface SeededUser {
  id: number;
  name: string;
  token: string;
  balance: number;
  webhook_secret: string;
  phone_numbers: Array<{
    id: number;
    phone_number: string;
    type_label: string;
    sms_capable: boolean;
    subscription_active: boolean;
  }>;
  campaigns: Array<{ id: number; name: string }>;
}

/** The addresses and users of a stack that is ready. */
export interface StackAddress {
  base_url: string;
  studio_url: string;
  console_url: string;
  reference_url: string;
  simulator_url: string;
  webhook_sink_url: string;
  users: SeededUser[];
}
