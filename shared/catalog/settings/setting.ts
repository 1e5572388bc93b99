/** Of what the carrier, or the speech model, is told; a path into its session is written with dots. */
interface Told {
  /** Attributes of `<ConversationRelay>`, or of the verb that is named before the dot. */
  attributes?: readonly string[];
  /** Fields of the speech model's session. */
  session?: readonly string[];
}

/**
 * Who does what a setting asks for: the carrier, the model, or the service itself. `unsupported`: it is stored and shown, and has
 * no effect in this mode.
 */
export interface SettingSupport extends Told {
  support: 'carrier' | 'model' | 'service' | 'unsupported';
  /** For users, in a sentence. */
  how: string;
}

/** What one field of an assistant does in each of the two modes. */
export interface AssistantSetting {
  /** The field of a request; of the record, where no request has it. */
  field: string;
  /** The fields of the record in which it is shown. */
  record: readonly string[];
  pipeline: SettingSupport;
  multimodal: SettingSupport;
}

/** A field for which the mode makes no difference, because the service sees to it. */
export function inBothModes(how: string): Pick<AssistantSetting, 'pipeline' | 'multimodal'> {
  return { pipeline: { support: 'service', how }, multimodal: { support: 'service', how } };
}

export function unsupported(how: string): SettingSupport {
  return { support: 'unsupported', how };
}
