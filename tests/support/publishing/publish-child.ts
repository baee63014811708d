/**
 * Publishes once in a process that a test may kill or starve. Its argument is the JSON of the places; it prints a line
 * for each step and the result as JSON.
 */
import { createPublishRun } from '#server/publishing/publisher/publish-run.ts';
import { type PublishPlaces, publishEnvironment, RUN } from './publish-environment.ts';

const env = publishEnvironment(JSON.parse(process.argv[2] ?? '{}') as PublishPlaces);
const result = await createPublishRun(env)({ ...RUN, onProgress: ({ step }) => console.log(step) });
console.log(JSON.stringify(result));
