import { STAFF_ACTS, STAFF_GROUPS } from '#i18n/staff-acts.ts';
import { codesOf } from '#i18n/staff-codes/code-words.ts';
import { PERMISSION, ROLE, SECOND_ACCOUNT } from '#i18n/staff-codes/desk.ts';
import { code, list } from './answer.ts';
import { ROLES } from './colleague.ts';

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
