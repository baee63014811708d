import { ACTOR, COLLEAGUE_STATUS, ROLE } from '#i18n/staff-codes/desk.ts';
import { answer, code, count, instant, list, many, openCode, text } from '#server/lending/staff/answer.ts';

/** Answers of the acts of this room. */
export const ACCOUNT_ANSWERS = {
  'sign-in': answer({
    token: text('Clave', 'Token'),
    login: text('Usuario', 'Login'),
    name: text('Nombre', 'Name'),
    roles: many(code(ROLE, 'Roles', 'Roles')),
    idleMinutes: count('Minutos sin uso', 'Idle minutes'),
    expiresAt: instant('Vence', 'Ends'),
  }),
  'take-invitation': answer({
    secondFactor: openCode(ACTOR, 'Segundo factor', 'Second factor'),
  }),
  logout: answer({}),
  whoami: answer({
    login: text('Usuario', 'Login').optional(),
    name: text('Nombre', 'Name').optional(),
    roles: many(openCode(ROLE, 'Roles', 'Roles')).optional(),
    expiresAt: instant('Vence', 'Ends').optional(),
  }),
  'colleagues list': list('colleagues', 'Colegas', 'Colleagues', {
    login: text('Usuario', 'Login'),
    name: text('Nombre', 'Name'),
    roles: many(code(ROLE, 'Roles', 'Roles')),
    status: code(COLLEAGUE_STATUS, 'Estado', 'Status'),
    since: instant('Desde', 'Since'),
  }),
  'colleagues add': answer({
    invitation: text('Invitación', 'Invitation').optional(),
    login: text('Usuario', 'Login'),
  }),
  'colleagues invite': answer({
    invitation: text('Invitación', 'Invitation').optional(),
    login: text('Usuario', 'Login'),
  }),
  'colleagues roles': answer({
    invitation: text('Invitación', 'Invitation').optional(),
    login: text('Usuario', 'Login'),
  }),
  'colleagues lock': answer({
    status: openCode(COLLEAGUE_STATUS, 'Estado', 'Status'),
  }),
  'colleagues unlock': answer({
    status: openCode(COLLEAGUE_STATUS, 'Estado', 'Status'),
  }),
};
