/**
 * What each engine mode does with a setting: for the settings page, the API reference, and the types of the adapters. No function
 * needs it at run time.
 */
export interface SettingSupport {
  /** Who implements the setting. `unsupported`: it is stored and shown, and has no effect in this mode. */
  support: 'carrier' | 'model' | 'service' | 'unsupported';
  /** One sentence for the settings page. */
  how: string;
  /** Attributes of `<ConversationRelay>`, or of the verb that stands before the dot. */
  attributes?: readonly string[];
  /** Fields of the speech model's session, with dots for nested ones. */
  session?: readonly string[];
}

interface Engines {
  pipeline: SettingSupport;
  multimodal: SettingSupport;
}

export function engines<const Support extends Engines>(support: Support): Support {
  return support;
}

/** Both engine modes behave alike, because the service implements the setting. */
export function inBothModes(how: string): Engines {
  return { pipeline: { support: 'service', how }, multimodal: { support: 'service', how } };
}

export function unsupported(how: string): SettingSupport {
  return { support: 'unsupported', how };
}
