import type { RealtimeCalls, RealtimeStart, RealtimeWords } from '#shared/ports/realtime-calls.ts';

export interface MemoryRealtimeCall {
  status: 'ringing' | 'live' | 'rejected' | 'over';
  start?: RealtimeStart;
  said: RealtimeWords[];
  visits: number;
  isMuted: boolean;
}

export interface MemoryRealtimeCalls extends RealtimeCalls {
  calls: Map<string, MemoryRealtimeCall>;
  /** A call comes in. */
  ring(realtimeCallId: string): void;
  /** The model takes no calls from here on. */
  refuse(): void;
}

export function createMemoryRealtimeCalls(): MemoryRealtimeCalls {
  const calls = new Map<string, MemoryRealtimeCall>();
  let refuses = false;
  const move = (realtimeCallId: string, from: MemoryRealtimeCall['status'], to: MemoryRealtimeCall['status']) => {
    const call = calls.get(realtimeCallId);
    if (call?.status === from) call.status = to;
  };
  return {
    calls,
    ring: (realtimeCallId) =>
      void calls.set(realtimeCallId, { status: 'ringing', said: [], visits: 0, isMuted: false }),
    refuse: () => {
      refuses = true;
    },
    async accept(realtimeCallId, start) {
      const call = calls.get(realtimeCallId);
      if (call?.status !== 'ringing' || refuses) return 'refused';
      Object.assign(call, { status: 'live', start, isMuted: start.isMuted });
      return 'accepted';
    },
    reject: async (realtimeCallId) => move(realtimeCallId, 'ringing', 'rejected'),
    hangUp: async (realtimeCallId) => move(realtimeCallId, 'live', 'over'),
    async visit(realtimeCallId) {
      const call = calls.get(realtimeCallId);
      if (call?.status !== 'live') return undefined;
      call.visits += 1;
      return {
        async say(words) {
          if (call.status !== 'live') return 'gone';
          call.said.push(words);
          return 'said';
        },
        unmute() {
          call.isMuted = false;
        },
        leave: () => {},
      };
    },
  };
}
