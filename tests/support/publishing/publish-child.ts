/** Publishes once in a process to kill or starve. Places come as JSON; it prints each step and the result. */
import { createPublishRun } from '#server/publishing/publisher/publish-run.ts';
import { type PublishPlaces, publishEnvironment, RUN } from './publish-environment.ts';

const env = publishEnvironment(JSON.parse(process.argv[2] ?? '{}') as PublishPlaces);
const result = await createPublishRun(env)({ ...RUN, onProgress: ({ step }) => console.log(step) });
console.log(JSON.stringify(result));
