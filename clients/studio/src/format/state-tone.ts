/**
 * How a state looks: `live` is going on, `wait` goes on later, `good` is done, `reached` got to a person, `bad` failed, `quiet` needs no
 * attention, `open` is still to come.
 */
export type StateTone = 'live' | 'wait' | 'good' | 'reached' | 'bad' | 'quiet' | 'open';
