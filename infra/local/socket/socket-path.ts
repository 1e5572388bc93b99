/** The stage of the WebSocket API, and so the path of its one address. */
export const SOCKET_PATH = '/voice';
