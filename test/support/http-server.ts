import { createServer, type RequestListener } from 'node:http';
import { listen } from '@ringback/simulators/line/loopback-server.ts';

export const serve = (answer: RequestListener) => listen(createServer(answer));
