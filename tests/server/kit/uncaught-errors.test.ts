import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const kit = (file: string) => JSON.stringify(resolve(`src/server/kit/${file}.ts`));
/** A server that fails where nobody catches it as often as it is asked to, and says what it counted and told. */
const SERVER = `
import { createLog } from ${kit('log')};
import { listen } from ${kit('listen')};
import { surviveUncaughtErrors, uncaughtErrorCount } from ${kit('uncaught-errors')};
let told = 0;
const tell = () => { told += 1; return process.env.TELL === 'fails' ? Promise.reject(new Error('no database')) : Promise.resolve(); };
const ways = {
  '/timer': () => setTimeout(() => { throw new Error('in a timer'); }, 0),
  '/promise': () => void Promise.reject(new Error('of nobody')),
  '/text': () => void Promise.reject('a text'),
  '/stream': async () => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(1_000_000)], 'a'));
    for await (const _ of new Request('http://a/', { method: 'POST', body: form }).body) break;
  },
};
const fetch = (request) => {
  const { pathname } = new URL(request.url);
  void ways[pathname]?.();
  return Response.json({ told, count: uncaughtErrorCount() });
};
const server = await listen({ fetch }, { host: '127.0.0.1', port: 0 });
if (process.env.SURVIVES === 'yes') surviveUncaughtErrors(createLog({ level: 'info', name: 'test' }), tell);
console.log('port ' + server.port);
`;

async function start(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SERVER], { env: { ...process.env, ...env } });
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(/port (\d+)/);
  const url = `http://127.0.0.1:${/port (\d+)/.exec(said)?.[1]}`;
  const ask = async (path: string) => (await fetch(`${url}${path}`)).json() as Promise<{ told: number; count: number }>;
  return { child, ask, said: () => said };
}

const WAYS = ['/timer', '/promise', '/text', '/stream'];

test('an error that nobody catches is logged, counted and told once a minute, and the process serves on', async () => {
  const { child, ask, said } = await start({ SURVIVES: 'yes', TELL: 'works' });
  for (const way of WAYS) await ask(way);
  await expect.poll(() => ask('/')).toEqual({ told: 1, count: WAYS.length });
  // The last line may come after the count.
  const logged = () => said().match(/^.*"an uncaught error".*$/gm) ?? [];
  await expect.poll(() => logged().length).toBe(WAYS.length);
  const lines = logged();
  expect(lines.map((line) => (JSON.parse(line) as { err: { message: string } }).err.message)).toEqual([
    'in a timer',
    'of nobody',
    'a text',
    expect.stringContaining('closed'),
  ]);
  child.kill();
});

test('it serves on when operators cannot be told, and when its log goes nowhere', async () => {
  const { child, ask, said } = await start({ SURVIVES: 'yes', TELL: 'fails' });
  await ask('/promise');
  await expect.poll(said).toContain('operators could not be told');
  child.stdout.destroy();
  for (const way of WAYS) await ask(way);
  await expect.poll(async () => (await ask('/')).count).toBe(1 + WAYS.length);
  child.kill();
});

test.each(WAYS)('without it the process ends: %s', async (way) => {
  const { child, ask } = await start({ SURVIVES: 'no' });
  const ended = once(child, 'exit');
  await ask(way).catch(() => undefined);
  expect((await ended)[0]).not.toBe(0);
});
