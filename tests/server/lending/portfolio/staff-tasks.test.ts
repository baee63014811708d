import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  isTaskKind,
  ROLES_OF_KIND,
  ROW_KINDS,
  WAITING_ACTS,
  WAITING_KINDS,
} from '#server/lending/portfolio/waiting-kinds.ts';
import { ROLES, type Role } from '#server/lending/staff/colleague.ts';
import { openTask, type TaskKind } from '#server/lending/staff/task-store.ts';
import { anApplicant, stateOf } from '#tests/support/applications/applicant.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { atDesk, deskLinks } from '#tests/support/staff/desk-session.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN, sandbox: true });

interface Waiting {
  readonly id: string;
  readonly kind: string;
  readonly mayBeMarked: boolean;
}

async function asked(path: string, role: Role, method = 'GET') {
  const { headers } = await aColleague(lending.db, `one of ${role}`, [role]);
  const answer = await lending.app.request(`/api/v1/staff/tasks${path}`, { method, headers });
  const body = (await answer.json()) as { tasks?: Waiting[]; next?: string; error?: { code: string; message: string } };
  return { ...body, status: answer.status };
}

async function aTask(kind: TaskKind, minutes = 0): Promise<string> {
  const subject = `test:${randomUUID()}`;
  await openTask(lending.db.kysely, { kind, subject, says: 'webhook-failing' }, lending.clock.now() + minutes * 60_000);
  const row = await lending.db.kysely
    .selectFrom('staff_task')
    .select('id')
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  return row.id;
}

const isOpen = async (id: string) =>
  (await lending.db.kysely.selectFrom('staff_task').select('done_at').where('id', '=', id).executeTakeFirst())
    ?.done_at === null;

describe('200', () => {
  test.each(WAITING_KINDS.filter(isTaskKind))(
    'a task %s is marked by the roles whose work it is, and no other',
    async (kind) => {
      for (const role of ROLES) {
        const id = await aTask(kind);
        const isOwn = ROLES_OF_KIND[kind].includes(role);
        const { status, error } = await asked(`/${id}/done`, role, 'POST');
        expect([role, status, error?.code]).toEqual([role, isOwn ? 200 : 403, isOwn ? undefined : 'role_needed']);
        expect(await isOpen(id)).toBe(!isOwn);
      }
    },
  );

  test('what is the work of a role stands first in its list, what is due first before the rest, page after page', async () => {
    // Those of the tests before would be three lists of a hundred, walked task by task.
    await lending.db.kysely.deleteFrom('staff_task').execute();
    const [older, finance, newer] = [
      await aTask('uncaught-error', -30),
      await aTask('payout-came-back', -20),
      await aTask('uncaught-error', -10),
    ];
    const walk = async (role: Role) => {
      const ids: string[] = [];
      let cursor = '';
      do {
        const { tasks = [], next } = await asked(`?limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, role);
        ids.push(...tasks.map(({ id }) => id));
        cursor = next ?? '';
      } while (cursor !== '');
      return ids;
    };
    expect(await walk('admin')).toEqual([older, newer, finance]);
    expect(await walk('finance')).toEqual([finance, older, newer]);
    expect(await walk('collections')).toEqual([older, finance, newer]);
  });
});

describe('403', () => {
  test('says who may mark it', async () => {
    const { status, error } = await asked(`/${await aTask('statement-differs')}/done`, 'support', 'POST');
    expect([status, error?.message]).toEqual([403, expect.stringContaining('is marked by finance')]);
  });
});

describe('404', () => {
  test('nothing waits under that id, or it is done already', async () => {
    expect((await asked(`/${randomUUID()}/done`, 'admin', 'POST')).status).toBe(404);
    const id = await aTask('uncaught-error');
    expect((await asked(`/${id}/done`, 'admin', 'POST')).status).toBe(200);
    expect((await asked(`/${id}/done`, 'admin', 'POST')).status).toBe(404);
  });
});

describe('409', () => {
  test('an application waits until it is decided, and cannot be ticked off', async () => {
    const applicant = await anApplicant(lending, 'MANUAL_REVIEW', { personal: { pep: true, pepPosition: 'Regidora' } });
    const reference = (await stateOf(lending, applicant)).application?.reference ?? '';
    const { id } = await lending.db.kysely
      .selectFrom('application')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    const { status, error } = await asked(`/${id}/done`, 'underwriter', 'POST');
    expect([status, error?.code]).toEqual([409, 'not_a_task']);
    expect((await asked('?kind=application-review', 'underwriter')).tasks?.map((row) => row.id)).toContain(id);
  });
});

describe('at the desk', () => {
  const marks = async (role: Role) =>
    deskLinks(await (await atDesk(lending, `one of ${role}`, [role])).open('/desk/tasks/list?kind=payout-not-owed'))
      .filter((href) => href.startsWith('/desk/tasks/done'))
      .map((href) => new URL(href, 'http://localhost').searchParams.get('id'));

  test('the link stands on tasks of the own role alone, once', async () => {
    const id = await aTask('payout-not-owed');
    expect((await marks('finance')).filter((one) => one === id)).toEqual([id]);
    for (const role of ROLES.filter((one) => one !== 'finance')) expect(await marks(role)).not.toContain(id);
  });

  test('what waits as a row of its own has no such link', async () => {
    const { tasks = [] } = await asked('?kind=application-review', 'underwriter');
    expect(tasks.length).toBeGreaterThan(0);
    expect(tasks.filter(({ mayBeMarked }) => mayBeMarked)).toEqual([]);
    const linked = await marks('underwriter');
    for (const { id } of tasks) expect(linked).not.toContain(id);
  });
});

test('each kind is the work of somebody who may do the act that deals with it', () => {
  const wrong = WAITING_KINDS.flatMap((kind) => {
    const waiting = WAITING_ACTS[kind]({ id: randomUUID(), subject: 'SOL-2026-0000001' });
    const act = STAFF_ROUTES.find((route) => route.name === waiting.act);
    const cannot = ROLES_OF_KIND[kind].filter((role) => !act?.may.includes(role));
    return cannot.map((role) => `${kind}: ${role} may not ${act?.name}`);
  });
  expect(wrong).toEqual([]);
  expect(ROW_KINDS.filter(isTaskKind)).toEqual([]);
});
