import { expect, test } from 'vitest';
import { ConfigError } from '#server/kit/config.ts';
import { UnavailableError } from '#server/kit/errors.ts';
import { listen } from '#server/kit/listen.ts';
import { startFailure } from '#server/kit/start-failure.ts';

const failed = (code: string, path?: string) => Object.assign(new Error('failed'), { code, ...(path && { path }) });

test.each<[Error, string]>([
  [new ConfigError('PORT must be a number.'), 'PORT must be a number.'],
  [new UnavailableError('There is no connection.'), 'There is no connection.'],
  [failed('EMFILE', '/data/a'), 'Too few files may be open at once: let this process open 1024 or more'],
  [failed('ENOSPC', '/data/a'), 'Nothing can be stored, because no space is left on the disk'],
  [failed('EACCES', '/data/a'), '/data/a cannot be used (EACCES): check that it is there, whole'],
  [failed('XX001'), 'The database is damaged (failed): put a backup in its place.'],
])('%s is told in one sentence', (error, sentence) => {
  expect(startFailure(error)).toContain(sentence);
  expect(startFailure(error).split('\n')).toHaveLength(1);
});

test('an unforeseen error keeps its stack', () => {
  expect(startFailure(new TypeError('ours'))).toMatch(/^TypeError: ours\n\s+at /);
});

test.each([
  ['203.0.113.5', 0],
  ['nowhere.invalid', 0],
])('a host that is not this machine is told in one sentence: %s', async (host, port) => {
  await expect(listen({ fetch: () => new Response() }, { host, port })).rejects.toThrow(
    `HOST=${host} is not an address of this machine: set it to one of its own.`,
  );
});
