import { describe, expect, test } from 'vitest';
import { createLog } from '#server/kit/log.ts';
import { STAFF_SIGN_IN_LIMIT } from '#server/lending/staff/staff-sign-in.ts';
import { createTestLending, withTestLending } from '#tests/support/lending/lending-app.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const lending = withTestLending({ sandbox: true });
const OWN = { 'sec-fetch-site': 'same-origin' };

async function cookieOf(login = 'Ana'): Promise<string> {
  const { headers } = await aColleague(lending.db, login);
  return `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
}

async function ask(path: string, init: RequestInit = {}, app = lending.app) {
  const headers = { cookie: await cookieOf(), ...OWN, ...(init.headers as object) };
  const answer = await app.request(path, { ...init, headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const post = (path: string, body: BodyInit) => ask(path, { method: 'POST', body });

test('an address with a slash behind it leads to the page without one', async () => {
  for (const [path, to] of [
    ['/desk/complaints/', '/desk/complaints'],
    ['/desk/loan/list/?status=PAID', '/desk/loan/list?status=PAID'],
  ] as const) {
    const { status, headers } = await ask(path);
    expect([status, headers.get('location')]).toEqual([308, to]);
  }
  expect((await ask('/desk/nowhere/')).status).toBe(404);
});

describe('a form', () => {
  const UNREADABLE = new URLSearchParams();
  UNREADABLE.set('q', '\0');

  test('that cannot be read is 400 and does nothing', async () => {
    for (const path of ['/desk/search', '/desk/language', '/desk/sign-in', '/desk/invitation', '/desk/holiday/add']) {
      expect([path, (await post(path, UNREADABLE)).status]).toEqual([path, 400]);
    }
  });

  test('of a stranger has 16 KB, of a colleague without files 64 KB', async () => {
    for (const path of ['/desk/sign-in', '/desk/invitation', '/desk/language']) {
      const answer = await post(path, new URLSearchParams({ login: 'a'.repeat(16 * 1024) }));
      expect([path, answer.status, answer.text]).toEqual([path, 413, expect.stringContaining('16 KB')]);
    }
    expect((await post('/desk/search', new URLSearchParams({ q: 'a'.repeat(64 * 1024) }))).status).toBe(413);
  });

  /**
   * A body without a length in pieces of 16 KB, which counts what was asked of it. Nothing waits in a queue, so
   * that the count is of what the desk has really taken.
   */
  function counted(bytes: Uint8Array) {
    const piece = 16 * 1024;
    let taken = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const next = bytes.subarray(taken, taken + piece);
          taken += next.length;
          if (next.length === 0) controller.close();
          else controller.enqueue(next);
        },
      },
      { highWaterMark: 0 },
    );
    return { body, taken: () => taken };
  }

  async function takenOf(path: string, type: string, text: string) {
    const { body, taken } = counted(Buffer.from(text));
    const init = { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' } as RequestInit;
    const { status } = await ask(path, init);
    return { status, taken: taken() };
  }

  test.each([
    ['nineteen megabytes', () => `login=${'a'.repeat(19 * 1024 * 1024)}`],
    ['272,000 fields', () => 'a=1&'.repeat(272_000)],
  ])('of %s of a stranger is given up after 16 KB', async (_, make) => {
    const { status, taken } = await takenOf('/desk/sign-in', 'application/x-www-form-urlencoded', make());
    expect(status).toBe(413);
    expect(taken).toBeLessThanOrEqual(32 * 1024);
  });

  test('of 4,000 fields within the limit is refused', async () => {
    const form = 'application/x-www-form-urlencoded';
    expect((await takenOf('/desk/sign-in', form, 'a=1&'.repeat(4_000))).status).toBe(400);
  });

  test('of 100,000 parts with files costs less than 300 ms of the processor, the least of five times', async () => {
    const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n';
    const whole = `${part.repeat(100_000)}--x--\r\n`;
    // Other work of the same process counts too (a collection of garbage, what was not compiled yet), once or twice.
    const times: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      const before = process.cpuUsage();
      const { status } = await takenOf('/desk/statements/import', 'multipart/form-data; boundary=x', whole);
      expect(status).toBe(400);
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1_000);
    }
    expect(Math.min(...times)).toBeLessThan(300);
  });
});

describe('an address', () => {
  test('of another act is not the number of a thing', async () => {
    for (const path of [
      '/desk/complaints/show?code=export',
      '/desk/loan/show?number=late',
      '/desk/loan/show?number=..',
    ]) {
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    }
  });

  /** Whatever stands where a number should: the words of other addresses beside it. */
  test('that an act makes of a word of another is 404, whichever act it is', async () => {
    const segments = new Set(
      STAFF_ROUTES.flatMap(({ path }) => path.split('/')).filter((word) => /^[a-z-]+$/.test(word)),
    );
    for (const act of STAFF_ROUTES.filter(({ path, method }) => method === 'GET' && path.includes(':'))) {
      const names = [...act.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const collides = [...segments].filter((word) =>
        STAFF_ROUTES.some(({ path, method }) => method === 'GET' && path === act.path.replace(/:\w+/, word)),
      );
      for (const word of [...collides, '..']) {
        const [group = '', name = group] = act.name.split(' ');
        const query = new URLSearchParams(
          Object.fromEntries(names.map((each, place) => [each, place === 0 ? word : 'x'])),
        );
        expect([act.name, word, (await ask(`/desk/${group}/${name}?${query}`)).status]).toEqual([act.name, word, 404]);
      }
    }
  });

  test('of an act that is not a list has no CSV and is 404, a list is a file', async () => {
    for (const act of ['audit/verify', 'whoami/whoami', 'ledger/verify'])
      expect([act, (await ask(`/desk/${act}?as=csv`)).status]).toEqual([act, 404]);
    const csv = await ask('/desk/tasks/list?as=csv');
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  });

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example/desk/',
    '/desk/../../x',
    '/desk/\\elsewhere',
    '/desk/\r\nx: y',
    '/profile/',
    '',
    `/desk/${'a'.repeat(5_000)}`,
  ])('that is foreign leads back to the desk after a change of language: %j', async (back) => {
    const { status, headers } = await post('/desk/language', new URLSearchParams({ to: 'en', back }));
    expect([status, headers.get('location')]).toEqual([303, '/desk/']);
  });
});

describe('a method', () => {
  test('HEAD is answered as GET, and acts on nothing', async () => {
    for (const path of ['/desk/', '/desk/sign-in', '/desk/tasks/list', '/desk/keys/rewrap', '/desk/desk.css']) {
      const [head, get] = [await ask(path, { method: 'HEAD' }), await ask(path)];
      expect([path, head.status, head.text]).toEqual([path, get.status, '']);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    }
  });

  test.each([
    ['PUT', '/desk/', 'GET, HEAD'],
    ['OPTIONS', '/desk/sign-in', 'GET, HEAD, POST'],
    ['DELETE', '/desk/holiday/add', 'GET, HEAD, POST'],
    ['POST', '/desk/tasks/list', 'GET, HEAD'],
    ['POST', '/desk/payments', 'GET, HEAD'],
    ['GET', '/desk/language', 'POST'],
    ['DELETE', '/api/v1/staff/tasks', 'GET, HEAD'],
    ['PUT', '/libro-de-reclamaciones/hoja/', 'GET, HEAD, POST'],
    ['PUT', '/api/v1/public/offer', 'POST'],
  ])('%s of %s is 405 with what it has', async (method, path, allow) => {
    const { headers: colleague } = await aColleague(lending.db, 'Ana');
    const { status, headers } = await ask(path, { method, headers: { ...colleague } });
    expect([status, headers.get('allow')]).toEqual([405, allow]);
  });
});

test('pages of the desk are alone in their window and may use no device', async () => {
  for (const path of ['/desk/', '/desk/sign-in', '/desk/nowhere/at-all']) {
    const { headers } = await ask(path);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
  }
});

test('too many tries to sign in are told how long to wait', async () => {
  let answer = await post('/desk/sign-in', new URLSearchParams({ login: 'x', password: 'y', code: '000000' }));
  for (let tries = 0; answer.status !== 429 && tries < STAFF_SIGN_IN_LIMIT.burst + 5; tries += 1) {
    answer = await post('/desk/sign-in', new URLSearchParams({ login: 'x', password: 'y', code: '000000' }));
  }
  expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([
    429,
    expect.toSatisfy((s: number) => s > 0),
  ]);
});

test('a post from elsewhere is refused, and the log says what was asked and by whom', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', name: 'test' }, { write: (line) => void lines.push(line) });
  const { app } = createTestLending(lending.db, { sandbox: true, log });
  const init = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' }, body: new URLSearchParams() };
  expect((await ask('/desk/holiday/add', init, app)).status).toBe(403);
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events).toContainEqual(
    expect.objectContaining({
      security: 'access-refused',
      what: 'POST /desk/holiday/add',
      code: 'not_from_desk',
      staff: 'Ana',
    }),
  );
});
