import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '#server/kit/request-body.ts';
import { MOVES_MONEY } from '#server/lending/desk/subject-map.ts';
import type { Act } from '#server/lending/staff/act.ts';
import { type ActField, fieldsOf } from '#server/lending/staff/act-fields.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const lending = withTestLending({ sandbox: true, operatorToken: OPERATOR_TOKEN });
const OWN = { 'sec-fetch-site': 'same-origin' };
/** The ways in have a page of their own; `logout` ends the session of the table. */
const ACTS = STAFF_ROUTES.filter(
  ({ method, may, name }) => method === 'POST' && !may.includes('anybody') && name !== 'logout',
);

let cookie = '';
/** Of another colleague. */
let other = '';
beforeEach(async () => {
  [cookie = '', other = ''] = await Promise.all(['Ana', 'Luis'].map(cookieOf));
});

async function cookieOf(login: string): Promise<string> {
  const { headers } = await aColleague(lending.db, login);
  return `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
}

/** Ends the sessions of Ana, or opens them again, which is what signing in does to a browser's cookie. */
async function endSession(endedAt: Date | null): Promise<void> {
  const { kysely } = lending.db;
  const ana = kysely.selectFrom('colleague').select('id').where('login', '=', 'Ana');
  await kysely.updateTable('colleague_session').set({ ended_at: endedAt }).where('colleague_id', '=', ana).execute();
}

function addressOf({ name }: Act): string {
  const [group = '', act = group] = name.split(' ');
  return `/desk/${group}/${act}`;
}

/** Proofs of a person: nobody is shown them again. */
const isSecret = (name: string) => /password$|^appCode$/i.test(name);
const isTyped = ({ kind, name }: ActField) => ['text', 'long'].includes(kind) && !isSecret(name);

/** Texts that a colleague might type into each field of an act. */
function typed(act: Act): Record<string, string> {
  const values = fieldsOf(act).flatMap(({ name, kind, options: [first = 'x', ...more], words }) => {
    const value = {
      file: '',
      choice: first,
      choices: first,
      rows: `${[first, ...more].join(',')}\n`,
      json: '{}',
      yes: '',
    }[kind as 'file'];
    return (value ?? words.example) === '' ? [] : [[name, value ?? words.example] as const];
  });
  return Object.fromEntries(values);
}

function formOf(act: Act, fields: Readonly<Record<string, string>>, file?: Uint8Array): BodyInit {
  if (!act.files) return new URLSearchParams(fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append(act.files[0] ?? '', new File([file as Uint8Array<ArrayBuffer>], 'scan.pdf'));
  return form;
}

async function post(act: Act, body: BodyInit, { as = cookie, env = {} } = {}) {
  const request = new Request(`http://localhost${addressOf(act)}`, {
    method: 'POST',
    headers: { ...OWN, cookie: as },
    body,
    ...{ duplex: 'half' },
  });
  const answer = await lending.app.fetch(request, env);
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
}

async function get(path: string, as = cookie) {
  const answer = await lending.app.request(path, { headers: { cookie: as } });
  return { status: answer.status, text: await answer.text() };
}

const hiddenIn = (text: string) =>
  [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')] as const,
  );

/** Opens the form of an act as a colleague does, and what they send with it: seen amounts too. */
async function openForm(act: Act): Promise<Record<string, string>> {
  const fields = typed(act);
  // A link says of a parameter which one is meant, as it says the thing of any other act.
  const named = act.figures ? ['kind', 'key'] : [];
  const ofThing = fieldsOf(act).flatMap(({ name, place }) =>
    place === 'params' || named.includes(name) ? [[name, fields[name] ?? '']] : [],
  );
  const { text } = await get(`${addressOf(act)}?${new URLSearchParams(ofThing)}`);
  const main = text.slice(text.indexOf('<main'));
  const form = Object.fromEntries(hiddenIn(main));
  expect(form).toHaveProperty('form-id');
  const filled = { ...form, ...fields };
  if (!MOVES_MONEY.has(act.name) && !fieldsOf(act).some(({ kind }) => kind === 'amount')) return filled;
  // Nothing is done until the money was seen.
  const { status, text: asked } = await post(act, formOf(act, filled, PDF));
  return status === 200 ? Object.fromEntries(hiddenIn(asked.slice(asked.indexOf('<main')))) : filled;
}
const PDF = Buffer.from('%PDF-1.4 of a test');

/** Looks at people are on record too, and change nothing. */
const LOOKS = STAFF_ROUTES.flatMap(({ name, method }) => (method === 'GET' ? [name.replaceAll(' ', '.')] : []));

/** Everything that acts leave behind: what was done is on record. */
async function recorded(): Promise<unknown> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit
    where action not like '%.view%' and action <> all(${LOOKS})`.execute(lending.db.kysely);
  return rows[0]?.count;
}

const shown = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
const invalidIn = (text: string) => [...text.matchAll(/id="(f-[\w-]+)"[^>]*aria-invalid/g)].map(([, id]) => id);

/** Each fault, done to an act. A column that is added here holds for every act there is and will be. */
const FAULTS: Readonly<Record<string, (act: Act) => Promise<void>>> = {
  async 'too large'(act) {
    const limit = (act.maxBytes ?? MAX_BODY_BYTES) + (act.files ? MAX_BODY_BYTES : 0);
    const fields = typed(act);
    const [long] = fieldsOf(act).filter(isTyped);
    const text = 'a'.repeat(limit + 1);
    const body = act.files
      ? formOf(act, fields, new Uint8Array(limit + 1))
      : formOf(act, { ...fields, [long?.name ?? 'x']: text });
    const { status, text: page } = await post(act, body);
    expect(status).toBe(413);
    expect(page).toMatch(/(?:Los archivos pasan|El texto pasa) de \d+ [MK]B/);
    if (!act.files && long) expect(page).toContain(text);
    else for (const field of fieldsOf(act).filter(isTyped)) expect(page).toContain(shown(fields[field.name] ?? ''));
  },
  async 'session ended'(act) {
    const fields = typed(act);
    const unknown = await post(act, formOf(act, fields), { as: `__Host-desk=${'x'.repeat(43)}` });
    expect([unknown.status, unknown.location]).toEqual([303, expect.stringMatching(/^\/desk\/sign-in/)]);
    await endSession(new Date(0));
    const { status, location } = await post(act, formOf(act, fields, PDF));
    await endSession(null);
    expect(status).toBe(303);
    const { pathname, searchParams } = new URL(location ?? '', 'http://localhost');
    const to = searchParams.get('to') ?? '';
    expect([pathname, to.split('?')[0]]).toEqual(['/desk/sign-in', addressOf(act)]);
    for (const value of Object.values(fields))
      if (value.length > 5) expect(location).not.toContain(encodeURIComponent(value));
    const [own, others] = [await get(to), await get(to, other)];
    expect([own.status, others.status]).toEqual([200, to.includes('?') ? 410 : 200]);
    const wanted = fieldsOf(act).filter((field) => isTyped(field) && fields[field.name] !== undefined);
    const secrets = Object.keys(fields).filter(isSecret);
    for (const name of secrets) expect(own.text).not.toContain(`value="${shown(fields[name] ?? '')}"`);
    for (const { name } of wanted) {
      const text = new RegExp(
        `name="${name.replace('.', '[.]')}"[^>]*(?: value="|>\n)${escaped(shown(fields[name] ?? ''))}["<]`,
      );
      expect(own.text).toMatch(text);
      expect(others.text).not.toMatch(text);
    }
  },
  async reloaded(act) {
    const form = await openForm(act);
    const { status, location } = await post(act, formOf(act, form, PDF));
    if (status >= 400) return;
    expect([status, location]).toEqual([303, expect.stringContaining(`${addressOf(act)}?done=`)]);
    const left = await recorded();
    const pages = [await get(location ?? ''), await get(location ?? '')];
    for (const page of pages) {
      expect(page.status).toBe(200);
      expect(page.text).toMatch(/class="note (?:good)?" role="status">[^<]+\.</);
    }
    expect((await get(location ?? '', other)).status).toBe(410);
    expect(await recorded()).toEqual(left);
    done.add(act.name);
  },
  async 'sent twice'(act) {
    const form = await openForm(act);
    const first = await post(act, formOf(act, form, PDF));
    const left = await recorded();
    const again = await post(act, formOf(act, form, PDF));
    expect([again.status, again.location]).toEqual([first.status, first.location]);
    expect(await recorded()).toEqual(left);
    if (first.status === 303) done.add(act.name);
  },
  async stopped(act) {
    const form = new Response(formOf(act, typed(act)));
    const whole = new Uint8Array(await form.arrayBuffer());
    const half = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(whole.subarray(0, whole.length / 2)),
      pull: (controller) => controller.error(new Error('the connection is gone')),
    });
    const request = new Request(`http://localhost${addressOf(act)}`, {
      method: 'POST',
      headers: { ...OWN, cookie, 'content-type': form.headers.get('content-type') ?? '' },
      body: half,
      ...{ duplex: 'half' },
    });
    const gone = { incoming: { destroyed: true, complete: false, socket: {} } };
    expect((await lending.app.fetch(request, gone)).status).toBe(499);
    // It came whole, so to say, but is not: the last boundary, or half of a letter, is missing.
    if (act.files)
      expect(
        (
          await post(
            act,
            new Blob([whole.subarray(0, whole.length / 2)], { type: form.headers.get('content-type') ?? '' }),
          )
        ).status,
      ).toBe(400);
  },
  async 'refused once with a file'(act) {
    const fields = Object.fromEntries(
      fieldsOf(act)
        .filter(isTyped)
        .map(({ name }) => [name, `¿"${name}"?`]),
    );
    const body = formOf(act, fields, new Uint8Array(Buffer.from('no file of any kind')));
    const { status, text } = await post(act, body);
    if (status < 400) return;
    expect(status).toBeLessThan(500);
    for (const value of Object.values(fields)) expect(text).toContain(shown(value));
    // A browser cannot be given a file again: it is named, and must be answered for.
    for (const name of act.files?.slice(0, 1) ?? [])
      expect(text).toContain(`name="files-lost.${name}" value="scan.pdf"`);
  },
  async 'pasted blanks'(act) {
    const fields = typed(act);
    const around = Object.entries(fields).map(([name, value]) => {
      const field = fieldsOf(act).find((one) => one.name === name);
      const isPasted = field && ['text', 'number', 'amount', 'date', 'choice'].includes(field.kind);
      return [name, isPasted ? `\u200b ${value}\u00a0\r\n` : value] as const;
    });
    const [bare, pasted] = [
      await post(act, formOf(act, fields)),
      await post(act, formOf(act, Object.fromEntries(around))),
    ];
    expect(invalidIn(pasted.text)).toEqual(invalidIn(bare.text));
    expect(pasted.status).toBeLessThan(500);
  },
};
/** Effects that an act may have had when its fault is over. */
const MAY_ACT = ['refused once with a file', 'pasted blanks', 'reloaded', 'sent twice'];
/** Acts that can be done with what is typed here, because they need nothing of a client. */
const NEED_NO_CLIENT = ['keys rewrap', 'person email', 'search', 'session issue', 'date close', 'maintenance pass'];
const done = new Set<string>();
beforeEach(() => done.clear());

describe.each(Object.keys(FAULTS))('%s', (fault) => {
  test('no act of the desk fails, loses what was typed or is done by it', async () => {
    expect(ACTS.length).toBeGreaterThan(60);
    for (const act of ACTS) {
      const before = MAY_ACT.includes(fault) ? undefined : await recorded();
      await FAULTS[fault]?.(act).catch((error: unknown) => {
        throw new Error(`${act.name}: ${String(error).slice(0, 600)}`);
      });
      if (before !== undefined) expect([act.name, await recorded()]).toEqual([act.name, before]);
    }
    if (fault === 'reloaded' || fault === 'sent twice')
      expect([...done]).toEqual(expect.arrayContaining(NEED_NO_CLIENT));
  });
});
