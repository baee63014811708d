import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { SEEN_BY, SHOWN_FIELDS, shownTo } from '#server/lending/people/masks.ts';
import type { Act } from '#server/lending/staff/act.ts';
import { ROLES, type Role } from '#server/lending/staff/colleague.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import type { Payments } from '#tests/support/payments/payments.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { type Things, withLenderAtWork } from '#tests/support/staff/full-lists.ts';

const WHOLE = 'Rosa Quispe Huamán';
/** Names of clients and of those who apply, as they are and masked. */
const WHOLE_NAME = /Rosa Quispe Huamán|Ana Lucía Quispe Ñ[a-z]+/;
const MASKED_NAME = /R••• Q••• H•••|A••• L••• Q••• Ñ•••/;
/** Name, document, telephone and e-mail as each role sees them: w whole, m masked, – not at all. */
const EXPECTED: Readonly<Record<Role, string>> = {
  support: 'wwww',
  underwriter: 'wwww',
  collections: 'wmmm',
  finance: 'ww––',
  compliance: 'wwww',
  admin: 'mm––',
};
/** Lists whose rows are about clients, with filters without which they have no rows here. */
const LISTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'person list': {},
  'loan list': {},
  'loan late': {},
  'tasks list': { limit: '500' },
  'payouts list': { state: 'paid' },
  'payments list': {},
  'payments refunds': {},
  'applications list': { stage: 'DEVICE' },
};

let db: Database<Tables>;
let payments: Payments;
let things: Things;
withLenderAtWork((at) => {
  ({ db, payments, things } = at);
});

const routeOf = (name: string) => STAFF_ROUTES.find((route) => route.name === name) as Act;
const asked = async (
  login: string,
  roles: readonly Role[],
  path: string,
  more: Readonly<Record<string, string>> = {},
) => {
  const { headers } = await aColleague(db, login, roles);
  return payments.app.request(path, { headers: { ...headers, ...more } });
};

test('the table has a word for each field and role, and is the one that was agreed', () => {
  const letters = { whole: 'w', masked: 'm', none: '–' } as const;
  for (const role of ROLES)
    expect([role, SHOWN_FIELDS.map((field) => letters[SEEN_BY[field][role]]).join('')]).toEqual([role, EXPECTED[role]]);
});

test('somebody with two roles sees what the more open one does, and a program sees nothing', () => {
  expect(shownTo(['admin', 'collections'])('name', WHOLE)).toBe(WHOLE);
  expect(shownTo(['finance', 'collections'])('phone', '+51987654321')).toBe('+51 9•• ••• 321');
  expect(shownTo(['admin'])('name', 'Ñusta de la Cruz')).toBe('Ñ••• d••• l••• C•••');
  for (const field of SHOWN_FIELDS) expect(shownTo(['machine'])(field, 'anything')).toBeNull();
});

const rolesAndLists = ROLES.flatMap((role) =>
  Object.keys(LISTS).flatMap((name) => (routeOf(name).may.includes(role) ? [[role, name] as const] : [])),
);

test.each(rolesAndLists)(
  '%s reads names in %s as the table says, on the page, in the file and by the API',
  async (role, name) => {
    const route = routeOf(name);
    const query = new URLSearchParams(LISTS[name]);
    const [shown, hidden] = EXPECTED[role].startsWith('w') ? [WHOLE_NAME, MASKED_NAME] : [MASKED_NAME, WHOLE_NAME];
    const json = (await (await asked(role, [role], `${route.path}?${query}`)).json()) as Record<string, unknown>;
    const rows = Object.values(json)[0] as { readonly client: string | null; readonly personId: string | null }[];
    const ofClients = rows.filter(({ personId }) => personId !== null);
    expect(ofClients.length).toBeGreaterThanOrEqual(3);
    expect(ofClients.filter(({ client }) => !shown.test(client ?? ''))).toEqual([]);
    const csv = await (await asked(role, [role], `${route.path}?${query}`, { accept: 'text/csv' })).text();
    const lines = Papa.parse<Record<string, string>>(csv.replace('\ufeff', '').trimEnd(), { header: true }).data;
    expect(lines.map((line) => [line['personId'], line['client']])).toEqual(
      rows.map(({ personId, client }) => [personId ?? '', client ?? '']),
    );
    const { headers } = await aColleague(db, role, [role]);
    const cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
    const [group, rest] = name.split(' ');
    const page = await (await payments.app.request(`/desk/${group}/${rest}?${query}`, { headers: { cookie } })).text();
    expect([shown.test(page), hidden.test(page)]).toEqual([true, false]);
  },
);

describe.each(ROLES.filter((role) => routeOf('person show').may.includes(role)))(
  '%s on the page of a client',
  (role) => {
    test('sees name, document, telephone and e-mail as the table says', async () => {
      const { personId, documentNumber, phone, email } = things.debtor;
      const answer = await asked(role, [role], `/api/v1/staff/clients/${personId}`);
      const body = (await answer.json()) as {
        client: string;
        document: { number: string };
        phone: string;
        email: string;
      };
      const seen = [body.client, body.document.number, body.phone, body.email].map((value, place) => {
        if (value === null) return '–';
        return value === [WHOLE, documentNumber, phone, email][place] ? 'w' : 'm';
      });
      expect(seen.join('')).toBe(EXPECTED[role]);
      // A mask leaves what its owner recognises and no more.
      if (role === 'collections')
        expect(JSON.stringify(body)).not.toMatch(new RegExp(`${documentNumber}|${phone.slice(3)}|${email}`));
    });
  },
);

test('a loan, a payment, an application and a complaint say whose they are', async () => {
  const { debtor, payment, application, complaint } = things;
  const read = async (role: Role, path: string) =>
    (await (await asked(role, [role], `/api/v1/staff/${path}`)).json()) as Record<string, unknown>;
  expect(await read('collections', `loans/${debtor.number}`)).toMatchObject({ client: WHOLE });
  expect(await read('finance', `payments/${payment}`)).toMatchObject({ client: WHOLE });
  expect(await read('underwriter', `applications/${application}`)).toMatchObject({
    client: { name: expect.stringMatching(WHOLE_NAME) },
  });
  const filed = await read('support', `complaints/${complaint}`);
  expect(filed['client']).toBe('Rosa Elena Quispe Ñahui');
  const waits = (await read('admin', 'tasks?kind=complaint')) as { tasks?: { client: string }[] };
  expect(new Set(waits.tasks?.map(({ client }) => client))).toEqual(new Set(['R••• E••• Q••• Ñ•••']));
});

test('the names of a page are read at once, whatever its length', async () => {
  const { headers } = await aColleague(db, 'finance', ['finance']);
  const path = `${routeOf('payouts list').path}?state=paid`;
  const count = async (limit: number) => {
    const before = queries;
    await payments.app.request(`${path}&limit=${limit}`, { headers });
    return queries - before;
  };
  let queries = 0;
  const { kysely } = db;
  const execute = kysely.getExecutor().executeQuery;
  kysely.getExecutor().executeQuery = async function counted(this: unknown, ...given: never[]) {
    queries += 1;
    return (execute as (...given: never[]) => Promise<never>).apply(this, given);
  } as never;
  try {
    const one = await count(1);
    expect(one).toBeGreaterThan(3);
    expect(await count(3)).toBe(one);
  } finally {
    kysely.getExecutor().executeQuery = execute;
  }
});
