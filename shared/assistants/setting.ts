import * as v from 'valibot';
import { engineModes, type EngineMode } from '#shared/catalog/engine-mode.ts';
import { boolean, describedAs, integerBetween, numberBetween, oneOf } from '#shared/platform/http/fields.ts';
import { decimalText, flag, wholeNumber } from '#shared/platform/http/record-fields.ts';

/** `unsupported`: it is stored and shown, and has no effect in this mode. */
export interface SettingSupport {
  support: 'carrier' | 'model' | 'service' | 'unsupported';
  how: string;
  session?: readonly string[];
}

/** Request body, aliases, defaults, record, stored item, OpenAPI and settings page follow from a row. */
export interface Setting {
  /** Absent where only the service sets the value. */
  request?: string;
  rule?: v.GenericSchema;
  /** Other names in requests, each with its rule. Absent: the record's name, if it differs, with the same rule. */
  aliases?: Readonly<Record<string, v.GenericSchema>>;
  /** The values that a request sends under several names are joined into one object. Otherwise they must be equal. */
  joined?: true;
  /** The value when a request leaves the field out or sends null. A row with a rule and no default is required on create. */
  default?: unknown;
  stored?: v.GenericSchema;
  record?: string;
  shown?: v.GenericSchema;
  fixed?: unknown;
  pipeline?: SettingSupport;
  multimodal?: SettingSupport;
}

/** An engine mode. Existing clients call `multimodal` also `dualplex`. @__NO_SIDE_EFFECTS__ */
export function engineMode() {
  return v.pipe(
    oneOf([...engineModes, 'dualplex']),
    v.transform((mode): EngineMode => (mode === 'dualplex' ? 'multimodal' : mode)),
    describedAs({ type: 'string', enum: [...engineModes] }),
  );
}

export type SettingTable = Readonly<Record<string, Setting>>;

/** Both engine modes behave alike, because the service implements the setting. @__NO_SIDE_EFFECTS__ */
export function inBothModes(how: string) {
  return { pipeline: { support: 'service', how }, multimodal: { support: 'service', how } } as const;
}

/* @__NO_SIDE_EFFECTS__ */
export function unsupported(how: string) {
  return { support: 'unsupported', how } as const;
}

const DECIMAL = String.raw`^\d+(\.\d+)?$`;

/** A number that the record writes as text with two decimals. A request may send either form. @__NO_SIDE_EFFECTS__ */
export function decimal(least: number, most: number, byDefault: number) {
  return {
    rule: v.pipe(
      numberBetween(least, most),
      describedAs({ type: ['number', 'string'], minimum: least, maximum: most, pattern: DECIMAL }),
    ),
    default: byDefault,
    stored: v.number(),
    shown: v.pipe(
      v.number(),
      v.transform((value) => value.toFixed(2)),
      decimalText(byDefault.toFixed(2)),
    ),
  };
}

/** A number from 0 to 5. @__NO_SIDE_EFFECTS__ */
export function sensitivity(byDefault: number) {
  return {
    rule: numberBetween(0, 5),
    default: byDefault,
    stored: v.number(),
    shown: v.pipe(v.number(), v.examples([byDefault])),
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function seconds(least: number, most: number, byDefault: number) {
  return {
    rule: integerBetween(least, most),
    default: byDefault,
    stored: v.number(),
    shown: v.pipe(wholeNumber(byDefault), v.description('The value is in seconds.')),
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function yesNo(byDefault: boolean) {
  return { rule: boolean(), default: byDefault, stored: v.boolean(), shown: v.boolean() };
}

/** A boolean that the record writes as 1 or 0. A request may send either form. @__NO_SIDE_EFFECTS__ */
export function oneOrZero(byDefault: boolean) {
  return {
    rule: v.pipe(boolean(), describedAs({ type: ['boolean', 'integer'], minimum: 0, maximum: 1 })),
    default: byDefault,
    stored: v.boolean(),
    shown: v.pipe(
      v.boolean(),
      v.transform((isSet): 0 | 1 => (isSet ? 1 : 0)),
      flag(byDefault ? 1 : 0),
    ),
  };
}

/** A field of the record that has the same value for every assistant. @__NO_SIDE_EFFECTS__ */
export function fixed<const Name extends string, const Shown extends v.GenericSchema>(
  record: Name,
  value: v.InferInput<Shown>,
  shown: Shown,
) {
  const how = 'The value is the same for every assistant. Existing clients expect the field.';
  return { record, fixed: value, shown, pipeline: unsupported(how), multimodal: unsupported(how) };
}
