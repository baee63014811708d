import { STAFF_ACTS, STAFF_GROUPS, type StaffWords } from '#i18n/staff-acts.ts';
import type { CodeWords } from '#i18n/staff-codes/code-words.ts';
import { PERMISSION, ROLE, SECOND_ACCOUNT } from '#i18n/staff-codes/desk.ts';
import { code, list } from './answer.ts';
import { ROLES } from './colleague.ts';

const codesOf = (words: Readonly<Record<string, StaffWords>>): CodeWords =>
  Object.fromEntries(Object.entries(words).map(([name, { es, en }]) => [name, [es, en]]));

const mayDo = ([es, en]: readonly [string, string]) => code(PERMISSION, es, en).nullable();

/** Answers about what each role may do. */
export const PERMISSION_ANSWERS = {
  'permissions list': list('permissions', 'Permisos', 'Permissions', {
    subject: code(codesOf(STAFF_GROUPS), 'Tema', 'Subject'),
    act: code(codesOf(STAFF_ACTS), 'Acto', 'Act'),
    ...Object.fromEntries(ROLES.map((role) => [role, mayDo(ROLE[role])])),
    second: code(SECOND_ACCOUNT, 'Segunda cuenta', 'Second account').nullable(),
  }),
};
