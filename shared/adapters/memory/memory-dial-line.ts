import {
  burstMs,
  TURN_LOST_MS,
  turnMs,
  type DialLane,
  type DialLine,
  type DialPace,
  type DialPlace,
} from '#shared/ports/dial-line.ts';

const lanes: readonly DialLane[] = ['interactive', 'campaign'];

export function createMemoryDialLine(pace: DialPace): DialLine {
  let end = 0;
  const serving = { interactive: 0, campaign: 0 };
  const rounds = new Map<string, number>();
  let places: DialPlace[] = [];
  const isSame = (one: DialPlace, other: DialPlace) =>
    one.userId === other.userId && one.callId === other.callId && one.round === other.round && one.lane === other.lane;
  const inOrder = () =>
    places.toSorted(
      (one, other) =>
        lanes.indexOf(one.lane) - lanes.indexOf(other.lane) ||
        one.round - other.round ||
        one.userId - other.userId ||
        one.callId - other.callId,
    );
  return {
    async takeTurn(now) {
      const turn = Math.max(now, end - burstMs(pace));
      end = Math.max(now, end) + turnMs(pace);
      return turn;
    },
    async enter({ userId, callId }, lane) {
      const name = `${lane}.${userId}`;
      const round = Math.max(serving[lane], (rounds.get(name) ?? serving[lane] - 1) + 1);
      rounds.set(name, round);
      places.push({ userId, callId, lane, round });
    },
    async first(count) {
      return inOrder().slice(0, count);
    },
    async orphans(now, count) {
      return end + TURN_LOST_MS < now ? inOrder().slice(0, count) : [];
    },
    async leave(place, served) {
      places = places.filter((other) => !isSame(place, other));
      if (served) serving[place.lane] = Math.max(serving[place.lane], place.round);
    },
  };
}
