/** What can be asked for in other words than those of the prompt. */
export const slots = ['name', 'date', 'phone', 'email', 'address', 'people', 'reason', 'number'] as const;
export type Slot = (typeof slots)[number];

/** What a question is about, and what its answer has: an amount, a time, a street. */
export const kinds = ['price', 'time', 'place', 'phone', 'duration', 'count', 'identity'] as const;
export type Kind = (typeof kinds)[number];

/**
 * How people of a language write prompts and talk on the phone. Every text is the source of a regular expression or a list of words;
 * those about the customer are compared with plain words: lower case, without accents.
 */
export interface RehearsalLanguage {
  /** Words that no question is about. */
  idle: string;
  kinds: Record<Kind, string>;
  /** The first words of a question, and words that make any sentence one. */
  questionFirst: string;
  questionAnywhere: string;
  yes: string;
  no: string;
  /** In conditions and in what the customer says. */
  negation: string;
  nothingElse: string;
  again: string;
  machine: string;
  /** Begins a name that the customer says. */
  myNameIs: string;
  /** Of prompts, as they are written. `ask` and others end where the object begins. */
  prompt: {
    lead: string;
    ask: string;
    /** Stands between the verb and what is asked for, and takes another case in some languages. */
    askFor?: string;
    askWhom: string;
    /** Where the object comes before the verb: it is the first group. */
    askObject?: string;
    clause: string;
    join: string;
    offer: string;
    offerTail?: string;
    offerTo?: string;
    tell: string;
    when: string;
    whenTail: string;
    confirm: string;
    instruction: string;
    role: ReadonlyArray<readonly [from: string, to: string]>;
    /** The third person of the prompt becomes the second one of the call. */
    you: ReadonlyArray<readonly [from: string, to: string]>;
  };
  slots: Record<Slot, string>;
  questions: Record<Slot, string>;
  phrases: {
    unknown: string;
    help: string;
    people: string;
    anythingElse: string;
    noted: string;
    offer: string;
    /** For «to do this», where it has another order. */
    offerTo?: string;
    /** Where the verb is at the end of a clause. */
    tellThat?: string;
    askNoun: string;
    askFor?: string;
    askClause: string;
    askBare: string;
    confirm: string;
    machine: string;
  };
}
