/**
 * How a state looks: `live` is going on, `wait` goes on later, `good` is done, `bad` failed, `quiet` needs no attention, `open` is still to come.
 */
export type StateTone = 'live' | 'wait' | 'good' | 'bad' | 'quiet' | 'open';
