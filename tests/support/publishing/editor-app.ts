import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { afterEach, beforeEach } from 'vitest';
import { createLog } from '#server/kit/log.ts';
import { SANDBOX_ACCOUNTS } from '#server/lending/gateways/transfer/transfer-accounts.ts';
import { allBlockSchemas } from '#server/publishing/block-schemas.ts';
import type { PublishFacts } from '#server/publishing/publisher/publish-standing.ts';
import { type ContentService, openContentService } from '#server/publishing/sandbox/content-service/content-service.ts';
import type { EditedStory } from '#server/publishing/sandbox/content-service/editing.ts';
import { openEditor } from '#server/publishing/sandbox/editor/editor.ts';
import { storyProblems } from '#server/publishing/sync/story-problems.ts';
import { textDatasources } from '#server/publishing/text-datasources.ts';
import { toComponent } from '#storyblok/block-schema.ts';
import { readEditorForm } from '#tests/support/publishing/editor-form.ts';
import { scratchParent } from '../scratch-folder.ts';

const OPERATOR_TOKEN = 'an operator token of some length';
const SEED = 'src/server/publishing/sandbox/content-service/seed';
const TOKENS = { publicToken: 'public', previewToken: 'preview' };

const NOTHING_LIVE: PublishFacts = { live: undefined, paused: false, failure: undefined, heldBack: [] };

type Form = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly to: string;
  readonly headers: Headers;
}

/** A browser with cookies, without scripts. */
export interface EditorBrowser {
  /** Loads a page, or sends a form. */
  ask(path: string, form?: Form, headers?: Form): Promise<Answer>;
  readonly request: (url: string, init: RequestInit) => Response | Promise<Response>;
  /** The fields of a story's form. */
  formOf(path: string): Promise<Record<string, string>>;
  signIn(): Promise<void>;
  /** As at the end of a session. */
  forget(): void;
}

/** The editor of the embedded content service on the seed itself, with a folder of its own. */
export interface EditorApp {
  readonly token: string;
  /** Facts about the publisher that the editor reads. */
  view: PublishFacts;
  content(): ContentService;
  browser(): EditorBrowser;
  storyOf(slug: string): Promise<EditedStory>;
  /** A story with the address of its form. */
  open(slug: string): Promise<EditedStory & { readonly path: string }>;
  /** As printed at the start; works once. */
  signInPath: string;
  /** Lines that were logged. */
  readonly lines: string[];
  /** As after the end of the process. */
  restart(): Promise<void>;
}

/** An editor for each test of a file, and a browser that has signed in unless told otherwise. */
export function withEditor({ signedIn = true } = {}): { readonly app: EditorApp; readonly ana: EditorBrowser } {
  let folder: string;
  let content: ContentService;
  let app: Hono;
  const ana = createBrowser(() => app);
  const opened: EditorApp = {
    token: OPERATOR_TOKEN,
    view: NOTHING_LIVE,
    signInPath: '',
    lines: [],
    content: () => content,
    browser: () => createBrowser(() => app),
    storyOf: async (slug) => {
      const { stories } = await content.editing.list();
      const story = stories.find(({ draft }) => draft.full_slug === slug);
      if (!story) throw new Error(slug);
      return story;
    },
    open: async (slug) => {
      const story = await opened.storyOf(slug);
      return { ...story, path: `/editor/stories/${story.draft.uuid}/` };
    },
    restart: async () => {
      const schemas = await allBlockSchemas();
      const byName = new Map(schemas.map((schema) => [schema.name, schema]));
      const stateDir = join(folder, 'state');
      content = await openContentService({
        seedDir: SEED,
        datasources: async () => textDatasources(),
        stateDir,
        ...TOKENS,
      });
      const editor = openEditor({
        editing: content.editing,
        components: (locale) => schemas.map((schema) => toComponent(schema, locale)),
        operatorToken: OPERATOR_TOKEN,
        checkStory: (draft, story) => storyProblems(byName, draft, story, { accounts: SANDBOX_ACCOUNTS }),
        publisher: () => Promise.resolve(opened.view),
        log: createLog({ level: 'info', name: 'editor' }, { write: (line) => void opened.lines.push(line) }),
      });
      app = editor.app;
      opened.signInPath = editor.signInPath;
    },
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(scratchParent(), 'manay-editor-'));
    opened.view = NOTHING_LIVE;
    opened.lines.length = 0;
    ana.forget();
    await opened.restart();
    if (signedIn) await ana.signIn();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return { app: opened, ana };
}

function createBrowser(app: () => Hono): EditorBrowser {
  const jar = new Map<string, string>();
  const ask: EditorBrowser['ask'] = async (path, form, headers = {}) => {
    const type: Form = form
      ? { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
      : {};
    const init = {
      method: form ? 'POST' : 'GET',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; '), ...type, ...headers },
    };
    const response = await app().request(path, form ? { ...init, body: new URLSearchParams(form).toString() } : init);
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const { status, headers: sent } = response;
    return { status, text: await response.text(), to: sent.get('location') ?? '', headers: sent };
  };
  return {
    ask,
    request: (url, init) => app().request(url, init),
    formOf: async (path) => readEditorForm((await ask(path)).text),
    signIn: async () => {
      const { to } = await ask('/editor/sign-in', { token: OPERATOR_TOKEN });
      if (to !== '/editor/') throw new Error(`signing in leads to ${to}`);
    },
    forget: () => jar.clear(),
  };
}
