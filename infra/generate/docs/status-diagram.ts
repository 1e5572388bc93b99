import { callStatuses, isFinal, statusMoves, type CallStatus } from '#shared/calls/call-status.ts';

/** The statuses of a call and the moves between them, as a diagram. */
export function statusDiagram(): string {
  const lines = [
    '[*] --> initiated: accepted, money held',
    ...callStatuses.flatMap(movesFrom),
    ...callStatuses.filter(isFinal).map((status) => `${idOf(status)} --> [*]`),
    ...callStatuses.filter((status) => idOf(status) !== status).map((status) => `${idOf(status)}: ${status}`),
  ];
  return ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}

function movesFrom(status: CallStatus): string[] {
  return Object.entries(statusMoves[status]).map(([next, why]) => {
    const move = `${idOf(status)} --> ${idOf(next)}`;
    return why === null ? move : `${move}: ${why}`;
  });
}

/** Mermaid takes no hyphen in the id of a state. */
const idOf = (status: string) => status.replaceAll('-', '_');
