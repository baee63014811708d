import { describe, expect, test } from 'vitest';
import { DESK } from '#i18n/staff-desk.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { DESK_FILES } from '#server/lending/desk/page.ts';
import type { Payments } from '#tests/support/payments/payments.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { withLenderAtWork } from '#tests/support/staff/full-lists.ts';

let db: Database<Tables>;
let payments: Payments;
let headers: Readonly<Record<string, string>>;
withLenderAtWork(async (at) => {
  ({ db, payments } = at);
  ({ headers } = await aColleague(db, 'Rosa'));
});

async function desk(path: string, locale = 'es'): Promise<string> {
  const cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
  return (await payments.app.request(path, { headers: { cookie, 'accept-language': locale } })).text();
}

async function api<Answer>(path: string): Promise<{ readonly status: number; readonly body: Answer }> {
  const answer = await payments.app.request(`/api/v1/staff/${path}`, { headers });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

const LISTS = ['loan/list', 'payments/list', 'payments/unapplied', 'payouts/list', 'tasks/list', 'approvals/list'];
const cellsOf = (text: string, label: string) =>
  [...text.matchAll(new RegExp(`<td[^>]* data-label="${label}">(.*?)</td>`, 'gs'))].map(([, cell = '']) =>
    cell.replace(/<[^>]+>/g, '').replaceAll(' ', ' '),
  );

describe('a list', () => {
  test('names the column in each cell, so that a row is a card on a phone, and the client is the link to their page', async () => {
    const text = await desk('/desk/loan/list');
    const heads = [...text.matchAll(/<th scope="col"[^>]*><span>([^<]+)</g)].map(([, head]) => head);
    expect(heads).toContain('Cliente');
    expect(heads).not.toContain('Ficha del cliente');
    for (const head of heads) expect(cellsOf(text, head ?? '').length, head).toBeGreaterThanOrEqual(3);
    expect(text).toMatch(/data-label="Cliente"><a href="\/desk\/person\/show\?personId=[\da-f-]{36}">Rosa Quispe/);
  });

  test('has the sum of a page under amounts of which it means something, and says that it is of the page', async () => {
    const text = await desk('/desk/loan/list?limit=3');
    const [totals = ''] = text.match(/<tfoot>.*<\/tfoot>/s) ?? [];
    expect(totals).toContain(DESK.total_of_page.es);
    const amounts = cellsOf(text.slice(0, text.indexOf('<tfoot>')), 'Por cobrar');
    const inCents = (amount = '') => Number(amount.replace(/\D/g, ''));
    expect(amounts).toHaveLength(3);
    expect(inCents(cellsOf(totals, 'Por cobrar')[0])).toBe(amounts.reduce((sum, one) => sum + inCents(one), 0));
    expect(cellsOf(totals, 'Días de mora')).toEqual(['']);
    expect(await desk('/desk/loan/list?limit=1')).not.toContain('<tfoot>');
  });

  test('has no column of dashes, and the sum of its first column beside the words', async () => {
    const texts = await Promise.all(LISTS.map((list) => desk(`/desk/${list}`)));
    for (const [place, text] of texts.entries()) {
      const rows = text.replace(/<tfoot>.*?<\/tfoot>/gs, '');
      const heads = [...rows.matchAll(/<th scope="col"[^>]*><span>([^<]+)</g)].map(([, head = '']) => head);
      expect(heads.length, LISTS[place]).toBeGreaterThan(3);
      for (const head of heads) {
        expect(
          cellsOf(rows, head).some((cell) => cell !== '–'),
          `${LISTS[place]}: ${head}`,
        ).toBe(true);
      }
    }
    const unapplied = texts[LISTS.indexOf('payments/unapplied')] ?? '';
    expect(unapplied).toMatch(/<th scope="col" class="figure"><span>Monto en soles<\/span><\/th>/);
    expect(unapplied).toMatch(/<th scope="row">Total de esta página: S\/\u00a0[\d.,]+<\/th>/);
  });

  test('has a value that is not there in a cell of its own kind, for which a card has no room', async () => {
    const [, person] = /personId=([\da-f-]{36})/.exec(await desk('/desk/loan/list')) ?? [];
    expect(await desk(`/desk/person/timeline?personId=${person}`)).toMatch(/<td class="(?:\w+ )?none"[^>]*>–</);
    expect((await (await payments.app.request('/desk/desk.css')).text()).replace(/\s+/g, ' ')).toContain(
      '.none { display: none',
    );
  });

  test('has its total where it is the whole of a thing, and a client by their name', async () => {
    const [, number] = /\/desk\/loan\/show\?number=(P-[\d-]+)/.exec(await desk('/desk/loan/late')) ?? [];
    const text = await desk(`/desk/loan/show?number=${number}`);
    const outstanding = /<h2>Por cobrar, y de qué sale<\/h2>.*?<\/table>/s.exec(text)?.[0] ?? '';
    const [lines, totals] = outstanding.split('<tfoot>');
    const inCents = (amount = '') => Number(amount.replace(/\D/g, ''));
    const amounts = cellsOf(lines ?? '', 'Monto en soles').map(inCents);
    expect(amounts.length).toBeGreaterThan(1);
    expect(totals).toContain('<th scope="row">Total</th>');
    expect(inCents(cellsOf(totals ?? '', 'Monto en soles')[0])).toBe(amounts.reduce((sum, one) => sum + one, 0));
    expect(text).toMatch(/<dt>Cliente<\/dt>\s*<dd><a href="\/desk\/person\/show\?personId=[\da-f-]{36}">Rosa/);
    expect(text).not.toMatch(/<dd>–<\/dd>/);
  });

  test('shows a status as a word with its tone, and what has none without', async () => {
    const text = await desk('/desk/loan/list');
    expect(text).toContain('<span class="tone bad">Vencido</span>');
    expect(text).toContain('<span class="tone good">Pagado</span>');
    expect(text).toMatch(/data-label="Producto">Un solo pago</);
  });

  test('has its filters above its rows, says in words which are set, and its address keeps them', async () => {
    const text = await desk('/desk/loan/list?status=PAST_DUE,PAID&daysLateFrom=1');
    expect(text.indexOf(DESK.filters.es)).toBeLessThan(text.indexOf('<table'));
    expect(text).toContain('Estado: <strong>Vencido, Pagado</strong>');
    expect(text).toContain('href="/desk/loan/list">Quitar filtros</a>');
    expect(text).toMatch(/name="status" value="PAID" checked/);
    expect(await desk('/desk/loan/list')).not.toContain(DESK.no_filters.es);
  });

  test('leads back to the page before, page by page', async () => {
    const linkOf = (text: string, words: string) =>
      (new RegExp(`href="([^"]+)">${words}<`).exec(text)?.[1] ?? '').replaceAll('&amp;', '&');
    const pages = [await desk('/desk/loan/list?limit=1')];
    for (const _ of [1, 2, 3]) pages.push(await desk(linkOf(pages.at(-1) ?? '', DESK.next.es)));
    const numbers = pages.map((text) => cellsOf(text, 'Número de préstamo')[0]);
    expect(new Set(numbers).size).toBe(4);
    const third = await desk(linkOf(pages[3] ?? '', DESK.previous.es));
    const second = await desk(linkOf(third, DESK.previous.es));
    expect([third, second].map((text) => cellsOf(text, 'Número de préstamo')[0])).toEqual([numbers[2], numbers[1]]);
    expect([pages[1], second].map((text) => text?.includes(DESK.previous.es))).toEqual([false, false]);
  });

  test('is sorted as it was asked for, page after page', async () => {
    type Answer = {
      readonly loans?: { number: string }[];
      readonly payments?: { id: string; amount: number }[];
      next?: string;
    };
    const whole = async (path: string, sort: string) => {
      const rows: { number?: string; id?: string; amount?: number }[] = [];
      for (let cursor = ''; ; ) {
        const { body } = await api<Answer>(`${path}?sort=${sort}&limit=2${cursor}`);
        rows.push(...(body.loans ?? body.payments ?? []));
        if (!body.next) return rows;
        cursor = `&cursor=${body.next}`;
      }
    };
    const oldest = (await whole('portfolio/loans', 'OLDEST')).map(({ number }) => number);
    expect(oldest).toEqual([...oldest].sort());
    expect((await whole('portfolio/loans', 'NEWEST')).map(({ number }) => number)).toEqual([...oldest].reverse());
    const late = (await whole('portfolio/late-loans', 'NEWEST')).map(({ number }) => number);
    expect(late).toEqual([...late].sort().reverse());
    const newest = (await whole('payments', 'NEWEST')).map(({ id }) => id);
    expect((await whole('payments', 'OLDEST')).map(({ id }) => id)).toEqual([...newest].reverse());
    const amounts = (await whole('payments', 'LARGEST')).map(({ amount = 0 }) => amount);
    expect(amounts).toEqual([...amounts].sort((one, other) => other - one));
    expect(amounts).toHaveLength(newest.length);
    expect((await api('payments?sort=BEST')).status).toBe(400);
    expect((await api(`payments?sort=LARGEST&cursor=${newest[0]}`)).status).toBe(400);
  });

  test('as a file for people has words, days and amounts as a spreadsheet of Peru reads them; the API’s stays as it is', async () => {
    const es = await desk('/desk/loan/list?as=csv');
    expect(es).toMatch(/^\ufeff?Número de préstamo;Cliente;.*;Estado;Producto;Capital;/);
    expect(es).toMatch(/\r\nP-2026-\d{7};Rosa Quispe Huamán;[\da-f-]{36};Vencido;Un solo pago;"500,00";15\/01\/2026;/);
    expect(await desk('/desk/loan/list?as=csv', 'en')).toMatch(
      /^\ufeff?Number of the loan;.*\r\n.*;Overdue;.*;"500,00";/,
    );
    const tasks = await desk('/desk/tasks/list?as=csv');
    expect(tasks).toContain(': averigua de quién es. La referencia no es de nadie.');
    expect(tasks).not.toMatch(/\{"|;payments match;/);
    const answer = await payments.app.request('/api/v1/staff/portfolio/loans', {
      headers: { ...headers, accept: 'text/csv' },
    });
    expect(await answer.text()).toMatch(
      /^\ufeff?number;client;personId;status;.*\r\n.*;PAST_DUE;SINGLE_PAY;500\.00;2026-01-15;/,
    );
  });
});

test('the first page says how the business stands, and folds what moved behind what waits', async () => {
  const text = await desk('/desk/');
  const places = ['class="glance"', 'class="first-rows"', '<details class="fold" open>'].map((part) =>
    text.indexOf(part),
  );
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  // A few figures fit on a phone as a table; longer rows are cards there.
  expect(await desk('/desk/books/funnel')).toContain('<table class="rows">');
  expect(await desk('/desk/books/losses')).not.toContain('<table class="rows">');
  expect(text).toContain('<table class="rows cards">');
  // No application is on its way: steps in which none stands, and to which none came, take no room.
  expect(text).toContain(`${DESK.nothing_in.es}: Solicitudes por paso.`);
});

test('a long value that is not a sentence is folded, and a short one is not', async () => {
  const values = cellsOf(await desk('/desk/parameter/list'), 'Valor').map((value) => value.trim());
  const folded = values.filter((value) => /^\d+ datos/.test(value));
  expect(folded.length).toBeGreaterThan(3);
  for (const value of folded) expect(value.length).toBeGreaterThan(100);
  for (const value of values.filter((one) => !folded.includes(one))) expect(value.length).toBeLessThan(400);
});

describe('the page', () => {
  test('has the subjects in the order of work, and signing out last', async () => {
    const nav = /<nav.*?<\/nav>/s.exec(await desk('/desk/'))?.[0] ?? '';
    const subjects = [...nav.matchAll(/<li><a href="\/desk\/([\w-]+)">/g)].map(([, group]) => group);
    expect(subjects.slice(0, 5)).toEqual(['tasks', 'approvals', 'applications', 'person', 'loan']);
    expect(subjects.at(-1)).toBe('logout');
  });

  test('shows what the keys do, in the language of the page', async () => {
    const [es, en] = [await desk('/desk/'), await desk('/desk/', 'en')];
    for (const key of ['/', '?', '↓ ↑', 'Enter']) expect(es).toContain(`<kbd>${key}</kbd>`);
    expect([es?.includes('<summary>Teclas</summary>'), en?.includes('<summary>Keys</summary>')]).toEqual([true, true]);
  });

  test('is drawn with the colours, corners and letters of the product alone', () => {
    const text = String(DESK_FILES['/desk/desk.css']?.text);
    const own = text.slice(text.indexOf('/* The desk: dense'));
    expect(own.match(/#[\da-f]{3,8}\b|\brgba?\(|\bhsl|font-family|font: [^i]|border-radius: (?!var)/gi)).toBeNull();
    const named = new Set([...own.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
    expect([...named].filter((name) => !text.includes(`${name}:`))).toEqual([]);
  });

  test.each(['light', 'dark'])('has a status whose letters can be read, when it is %s', (scheme) => {
    const text = String(DESK_FILES['/desk/desk.css']?.text);
    const dark = text.indexOf('@media (prefers-color-scheme: dark)');
    const tokens = scheme === 'dark' ? text.slice(dark, text.indexOf('\n}', dark)) : text.slice(0, dark);
    const colourOf = (name: string) => new RegExp(`${name}: (#[\\da-f]{6})`).exec(tokens)?.[1] ?? '';
    for (const [letters, ground] of [
      ['--good', '--good-soft'],
      ['--warn', '--sun-soft'],
      ['--bad', '--bad-soft'],
    ] as const) {
      expect(contrastOf(colourOf(letters), colourOf(ground)), `${letters} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});

/** The contrast of two colours (WCAG 2.2, 1.4.3). */
function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other].map(lightnessOf).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function lightnessOf(colour: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('a note has its look wherever it stands, and a wrong box beside a note has not taken it', () => {
  const text = String(DESK_FILES['/desk/desk.css']?.text);
  const ruleOf = (selector: string) => text.split(`\n${selector} {`)[1]?.split('}')[0] ?? '';
  expect(ruleOf('.note')).toContain('background');
  expect(ruleOf('.err')).not.toContain('grid-column');
});
