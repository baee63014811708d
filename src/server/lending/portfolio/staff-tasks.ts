import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { COMPLAINT_CODE } from '#loan/complaint.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { readComplainants } from '#server/lending/complaints/list-complaints.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { shownToCaller, type WithClient, withClients } from '#server/lending/people/masks.ts';
import { act, byId, read, type StaffAct } from '#server/lending/staff/act.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import type { CountRequest, ListSource, PageRequest } from '#server/lending/staff/list-source.ts';
import { answerList, listQuery, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { EVERY_ROLE, operatorName, rolesOf } from '#server/lending/staff/staff-route.ts';
import { closeTask, kindOfTask } from '#server/lending/staff/task-store.ts';
import { LIST_ANSWERS } from './list-answers.ts';
import { isOwnKind, ROLES_OF_KIND, WAITING_KINDS } from './waiting-kinds.ts';
import { countWaiting, kindOfWaiting, pageOfWaiting, WAITING_CURSOR, type WaitingRow } from './waiting-list.ts';

const STAFF_TASKS_PATH = '/api/v1/staff/tasks';

export type TasksContext = Pick<LendingContext, 'db' | 'clock' | 'vault'>;

const taskQuery = queryOfList({ kind: listQuery.oneOf(WAITING_KINDS) }, WAITING_CURSOR);

/** Everything that waits for a person, and tasks that are ticked off by the roles whose work they are. */
export function staffTaskActs(): readonly StaffAct<TasksContext>[] {
  return [
    read({
      name: 'tasks list',
      answers: LIST_ANSWERS['tasks list'],
      path: STAFF_TASKS_PATH,
      may: EVERY_ROLE,
      personal: 'many',
      query: taskQuery,
      answer: (c, { query }, context) => tasks(c, context, query),
    }),
    act({
      name: 'tasks done',
      answers: LIST_ANSWERS['tasks done'],
      path: `${STAFF_TASKS_PATH}/:id/done`,
      may: EVERY_ROLE,
      params: byId,
      answer: (c, { params }, context) => done(c, context, params.id),
    }),
  ];
}

function tasks(c: Context, context: TasksContext, query: z.output<typeof taskQuery>): Promise<Response> {
  const asked = { kinds: query.kind, now: context.clock.now(), roles: rolesOf(c) };
  const { kysely } = context.db;
  const source = withClients(c, context, {
    page: (at: PageRequest) => pageOfWaiting(kysely, asked, at),
    count: (request: CountRequest) => countWaiting(kysely, asked, request),
  });
  const named = withComplainants(c, context, source);
  return answerList(c, { name: 'tasks', ...named }, pageAt(query));
}

/** Names who filed the complaints that wait: their sheets say it, because it need not be a client. */
function withComplainants(
  c: Context,
  { db, vault }: TasksContext,
  source: ListSource<WithClient<WaitingRow>>,
): ListSource<WithClient<WaitingRow>> {
  const codeOf = ({ subject }: WaitingRow) => subject.replace('complaint:', '');
  const show = shownToCaller(c);
  return {
    ...source,
    page: async (at) => {
      const { rows, next } = await source.page(at);
      const filed = rows.map(codeOf).filter((code) => COMPLAINT_CODE.test(code));
      const names = await readComplainants(db.kysely, vault, filed);
      return {
        rows: rows.map((row) => ({ ...row, client: row.client ?? show('name', names.get(codeOf(row))) })),
        next,
      };
    },
  };
}

async function done(c: Context, { db, clock }: TasksContext, id: string): Promise<Response> {
  const [by, now] = [operatorName(c), clock.now()];
  const outcome = await db.kysely.transaction().execute(async (trx): Promise<Refusal | undefined> => {
    const kind = await kindOfTask(trx, id);
    if (kind === undefined) return notATask(await kindOfWaiting(trx, id, now));
    if (!isOwnKind(kind, rolesOf(c))) {
      return refused(403, 'role_needed', `A task "${kind}" is marked by ${ROLES_OF_KIND[kind].join(' or ')}.`);
    }
    await closeTask(trx, id, { by, now });
    await recordAudit(trx, { actor: `operator:${by}`, action: 'task.done', subject: `task:${id}`, at: now });
    return undefined;
  });
  return outcome ? answerRefusal(c, outcome) : c.json({ status: 'DONE' });
}

/** Refuses what waits as a row of its own subject: ticked off, it would wait on unseen. */
function notATask(kind: string | undefined): Refusal {
  if (kind === undefined) return notFound();
  return refused(409, 'not_a_task', `"${kind}" leaves the list when it is dealt with.`);
}
