import { expect, test } from 'vitest';
import { CLI } from '#tools/content-push/storyblok-cli.ts';
import { contentPush } from '#tools/content-push.ts';

/** The real program, fetched by npm once (decision 86): 238 MB that no machine needs for anything else. */
test(`${CLI} pushes every component, text and story of the embedded service, and nothing is missing or different`, {
  timeout: 600_000,
}, async () => {
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  const code = await contentPush(['--rehearse'], {}, { print: say, warn: say });
  expect(code, said.join('\n')).toBe(0);
  expect(said.join('\n')).toMatch(/20 stories/);
});
