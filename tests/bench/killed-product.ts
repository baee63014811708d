import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/support/browser/product.ts';
import { readEditorForm } from '#tests/support/publishing/editor-form.ts';

const repoDir = resolve(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 900_000;
const LOOK_MS = 100;

/** The product with its content service, tiny editor and publisher, which is killed and started again. */
export interface KilledProduct {
  /** Gives a story's page a title and presses Publish; the hook has been sent when this returns. */
  publish(uuid: string, title: string): Promise<void>;
  /**
   * Publishes a mistake, by turns of three kinds, of which two are refused at once, and waits for what the editor is
   * told.
   */
  publishBroken(uuid: string, turn: number, timeoutMs: number): Promise<string>;
  /** Rolls the site back to the release before, or lets publishing go on. */
  operator(act: 'rollback' | 'resume'): Promise<void>;
  /** `kill -9`, and a new start. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly to: string;
}

/** Mistakes that make a page which must not go live. */
const MISTAKES: readonly ((form: Form) => Form)[] = [
  // Held back by the gate.
  (form) => ({ ...form, [richTextOf(form)]: `${form[richTextOf(form)]}\n\n${'demasiado '.repeat(40_000)}` }),
  // Two of the editor's own: a link to nowhere, and a blank title.
  (form) => ({ ...form, [richTextOf(form)]: `${form[richTextOf(form)]}\n\n[enlace](/no-existe)` }),
  (form) => ({ ...form, [titleOf(form)]: '' }),
];

type Form = Readonly<Record<string, string>>;

function titleOf(form: Form): string {
  return nameLike(form, /\.seo_title$/);
}

function richTextOf(form: Form): string {
  return nameLike(form, /\.as$/).replace(/\.as$/, '');
}

function nameLike(form: Form, pattern: RegExp): string {
  const name = Object.keys(form).find((field) => pattern.test(field));
  if (!name) throw new Error(`the form has no field like ${pattern}`);
  return name;
}

export async function openKilledProduct(at: {
  readonly dataDir: string;
  readonly contentDir: string;
}): Promise<KilledProduct> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  let child = await start(at, port);
  let cookie = '';
  /** Rich texts as they were before the mistakes. */
  const good = new Map<string, string>();

  async function ask(path: string, form?: Form): Promise<Answer> {
    const response = await fetch(baseUrl + path, {
      method: form ? 'POST' : 'GET',
      headers: { cookie, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(form && { body: new URLSearchParams(form).toString() }),
      redirect: 'manual',
    });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return { status: response.status, text: await response.text(), to: response.headers.get('location') ?? '' };
  }

  const tokenOf = (): string => JSON.parse(readFileSync(join(at.dataDir, 'run.json'), 'utf8')).operatorToken;

  async function signIn(): Promise<void> {
    const { to } = await ask('/editor/sign-in', { token: tokenOf() });
    if (to !== '/editor/') throw new Error('the editor could not sign in');
  }

  async function formOf(uuid: string): Promise<Form> {
    const form = readEditorForm((await ask(`/editor/stories/${uuid}/`)).text);
    const rich = richTextOf(form);
    if (!good.has(uuid)) good.set(uuid, form[rich] ?? '');
    return { ...form, [rich]: good.get(uuid) ?? '' };
  }

  await signIn();
  return {
    publish: async (uuid, title) => {
      const form = await formOf(uuid);
      const { status, to } = await ask(`/editor/stories/${uuid}/`, { ...form, [titleOf(form)]: title, do: 'publish' });
      if (!to.endsWith('/publishing')) throw new Error(`the editor answered ${status} to "${title}"`);
    },
    publishBroken: async (uuid, turn, timeoutMs) => {
      const spoil = MISTAKES[turn % MISTAKES.length] as (form: Form) => Form;
      const { status, to, text } = await ask(`/editor/stories/${uuid}/`, {
        ...spoil(await formOf(uuid)),
        do: 'publish',
      });
      if (status === 422) return text;
      const deadlineMs = performance.now() + timeoutMs;
      while (performance.now() < deadlineMs) {
        // The page says where the story stands, and why.
        const { text: page } = await ask(to);
        const [, state] = /data-state="([\w-]+)"/.exec(page) ?? [];
        if (state === 'held-back') return page;
        if (state === 'live') throw new Error('a mistake went live');
        await sleep(LOOK_MS);
      }
      throw new Error('the editor was told nothing');
    },
    operator: async (act) => {
      const headers = { authorization: `Bearer ${tokenOf()}` };
      const { ok, status } = await fetch(`${baseUrl}/operator/${act}`, { method: 'POST', headers });
      if (!ok) throw new Error(`${act} answered ${status}`);
    },
    kill: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      child = await start(at, port);
      await signIn();
    },
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function start(
  at: { readonly dataDir: string; readonly contentDir: string },
  port: number,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(repoDir, 'src/server/start/main.ts')], {
    env: { ...process.env, DATA_DIR: at.dataDir, CONTENT_DIR: at.contentDir, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`);
    if ((await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok) return child;
    await sleep(LOOK_MS);
  }
  throw new Error('the product was not ready in time');
}
