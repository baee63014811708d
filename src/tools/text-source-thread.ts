import { parentPort } from 'node:worker_threads';
import { textDatasources } from '#storyblok/text-datasources.ts';

parentPort?.postMessage(textDatasources());
