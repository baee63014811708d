import * as z from 'zod';
import { STAFF_ACTS, STAFF_GROUPS } from '#i18n/staff-acts.ts';
import { type Act, read, type StaffAct } from './act.ts';
import { ROLES, type Role } from './colleague.ts';
import { listOfRows } from './list-source.ts';
import { PERMISSION_ANSWERS } from './permission-answers.ts';
import { answerList, listQuery, pageAt, queryOfList } from './staff-list.ts';
import { EVERY_ROLE, STAFF_PATH, servedActs } from './staff-route.ts';

/** An act with who may do it. */
type Permission = Readonly<Record<Role, 'MAY' | null>> & {
  readonly subject: string;
  readonly act: string;
  readonly second: 'always' | 'sometimes' | null;
};

const SUBJECTS = Object.keys(STAFF_GROUPS);
const NAMES = Object.keys(STAFF_ACTS);
const filters = { role: listQuery.oneOf(ROLES), subject: z.optional(z.enum(SUBJECTS)) };

/** Serves the table of roles, from the descriptions that the acts are served by: it cannot be out of date. */
export function permissionActs(): readonly StaffAct<unknown>[] {
  return [
    read({
      name: 'permissions list',
      answers: PERMISSION_ANSWERS['permissions list'],
      path: `${STAFF_PATH}/permissions`,
      may: EVERY_ROLE,
      query: queryOfList(filters, (text) => NAMES.includes(text)),
      answer: (c, { query }) => {
        const { role = ROLES, subject } = query;
        const acts = permissionsOf(servedActs(c), role);
        const rows = acts.filter((row) => subject === undefined || row.subject === subject);
        return answerList(c, { name: 'permissions', ...listOfRows(rows, ({ act }) => act) }, pageAt(query));
      },
    }),
  ];
}

/** The acts that one of these roles may do, by subject. */
function permissionsOf(acts: readonly Act[], asked: readonly Role[]): readonly Permission[] {
  const place = ({ subject, act }: Permission) => SUBJECTS.indexOf(subject) * NAMES.length + NAMES.indexOf(act);
  return acts
    .filter(({ may }) => asked.some((role) => may.includes(role)))
    .map(permissionOf)
    .sort((a, b) => place(a) - place(b));
}

function permissionOf({ name, may, second }: Act): Permission {
  const roles = Object.fromEntries(ROLES.map((role) => [role, may.includes(role) ? 'MAY' : null]));
  const [subject = name] = name.split(' ');
  return { subject, act: name, ...(roles as Record<Role, 'MAY' | null>), second: second ?? null };
}
