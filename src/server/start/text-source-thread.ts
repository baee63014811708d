import { parentPort } from 'node:worker_threads';
import { textDatasources } from '../publishing/text-datasources.ts';

parentPort?.postMessage(textDatasources());
