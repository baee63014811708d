import { expect, test } from 'vitest';
import { STAFF_ACTS } from '#i18n/staff-acts.ts';
import { fieldsOf } from '#server/lending/staff/act-fields.ts';
import { ROLES, type Role } from '#server/lending/staff/colleague.ts';
import { STAFF_PATH } from '#server/lending/staff/staff-route.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

type Row = Readonly<Record<Role, 'MAY' | null>> & {
  readonly subject: string;
  readonly act: string;
  readonly second: string | null;
};

async function permissions(role: Role, query = ''): Promise<readonly Row[]> {
  const { headers } = await aColleague(lending.db, role, [role]);
  const answer = await lending.app.request(`${STAFF_PATH}/permissions?limit=500${query}`, { headers });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { readonly permissions: readonly Row[] }).permissions;
}

test('every role sees what each role may do, and the API does what the table says', async () => {
  const rows = await permissions('support');
  const known = new Map(rows.map((row) => [row.act, row]));
  const simple = STAFF_ROUTES.filter(
    (route) =>
      route.method === 'GET' && fieldsOf(route).every(({ isRequired, place }) => !isRequired && place !== 'params'),
  );
  expect(simple.length).toBeGreaterThan(20);
  for (const role of ROLES) {
    const { headers } = await aColleague(lending.db, role, [role]);
    for (const { name, path } of simple) {
      const { status } = await lending.app.request(path, { headers });
      expect([name, role, status !== 403], name).toEqual([name, role, known.get(name)?.[role] === 'MAY']);
    }
  }
  expect(known.get('payments refund')).toMatchObject({ subject: 'payments', finance: 'MAY', support: null });
  expect(known.get('colleagues add')).toMatchObject({ admin: 'MAY', finance: null, second: 'always' });
  expect(known.get('payments match')?.second).toBe('sometimes');
  expect(known.get('holiday list')?.second).toBeNull();
  // Nothing of programs and strangers, because nobody can be given their roles, nor of acts that the sandbox alone has.
  const served = STAFF_ROUTES.filter(({ needs }) => needs !== 'sandbox');
  const ofPeople = served.filter(({ may }) => ROLES.some((role) => may.includes(role)));
  expect(rows.map(({ act }) => act).sort()).toEqual(ofPeople.map(({ name }) => name).sort());
});

test('one role alone can be asked for, and acts stand by their subject', async () => {
  const rows = await permissions('collections', '&role=collections');
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.every(({ collections }) => collections === 'MAY')).toBe(true);
  const subjects = rows.map(({ subject }) => subject);
  expect(subjects).toEqual([...new Set(subjects)].flatMap((one) => subjects.filter((subject) => subject === one)));
});

test('each subject leads to its own acts', async () => {
  const { headers } = await aColleague(lending.db, 'finance', ['finance']);
  const cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
  const page = await (await lending.app.request('/desk/payments', { headers: { cookie } })).text();
  expect(page).toContain('<a href="/desk/permissions/list?subject=payments">Quién puede hacer qué en este tema</a>');
  const rows = await permissions('finance', '&subject=payments');
  expect(rows.length).toBeGreaterThan(10);
  expect(new Set(rows.map(({ subject }) => subject))).toEqual(new Set(['payments']));
  const wrong = await lending.app.request(`${STAFF_PATH}/permissions?subject=weather`, { headers });
  expect(wrong.status).toBe(400);
});

test('at the desk it is a subject of everybody, in the words of the acts and the roles', async () => {
  const { headers } = await aColleague(lending.db, 'underwriter', ['underwriter']);
  const cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
  const first = await (await lending.app.request('/desk/', { headers: { cookie } })).text();
  expect(first).toContain('<a href="/desk/permissions">Permisos</a>');
  const page = await (await lending.app.request('/desk/permissions/list?limit=500', { headers: { cookie } })).text();
  expect(page).toContain('<th scope="col"><span>Finanzas</span></th>');
  expect(page).toContain(`>${STAFF_ACTS['payments refund'].es}</td>`);
  expect(page).toContain('>Siempre</td>');
});
