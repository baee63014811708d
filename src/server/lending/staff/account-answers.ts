import * as z from 'zod';
import { ACTOR, COLLEAGUE_STATUS, ROLE } from '#i18n/staff-codes/desk.ts';
import {
  answer,
  carried,
  code,
  count,
  id,
  instant,
  json,
  list,
  many,
  openCode,
  rows,
  text,
  yesNo,
} from '#server/lending/staff/answer.ts';

const session = {
  token: text('Clave', 'Token'),
  login: text('Usuario', 'Login'),
  name: text('Nombre', 'Name'),
  roles: many(code(ROLE, 'Roles', 'Roles')),
  idleMinutes: count('Minutos sin uso', 'Idle minutes'),
  expiresAt: instant('Vence', 'Ends'),
};
const recoveryCodes = many(text('Códigos de recuperación', 'Recovery codes'));
/** Of a dialog of the browser; without them the act is done. */
const options = json('Opciones del navegador', 'Options of the browser').optional();
const passkeyName = text('Llave de acceso', 'Passkey');

/** Answers of the acts of this room. */
export const ACCOUNT_ANSWERS = {
  'sign-in': answer(session),
  'passkey-sign-in': z.strictObject({ ...answer(session).partial().shape, options }),
  'take-invitation': answer({
    secondFactor: openCode(ACTOR, 'Segundo factor', 'Second factor'),
  }),
  'confirm-invitation': answer({ ...session, recoveryCodes }),
  'account show': answer({
    recoveryCodes: count('Códigos de recuperación sin usar', 'Recovery codes not used'),
    passkeys: rows('Llaves de acceso', 'Passkeys', {
      id: carried(id('Llave', 'Passkey')),
      name: text('Nombre', 'Name'),
      host: text('Sirve en', 'Works at'),
      since: instant('Desde', 'Since'),
      lastUsed: instant('Último uso', 'Last used').nullable(),
    }),
    sessions: rows('Sesiones abiertas', 'Open sessions', {
      id: carried(id('Sesión', 'Session')),
      isThis: yesNo('Es esta', 'Is this one'),
      since: instant('Desde', 'Since'),
      until: instant('Hasta, como máximo', 'Until, at the latest'),
      caller: text('Dirección IP', 'IP address'),
      provedAt: instant('Última comprobación', 'Last proof').nullable(),
    }),
  }),
  'account add-passkey': answer({ name: passkeyName.optional(), options }),
  'account remove-passkey': answer({ name: passkeyName }),
  'account prove': answer({ options }),
  'account password': answer({}),
  'account recovery-codes': answer({ recoveryCodes }),
  'account desk-code': answer({
    code: text('Código', 'Code'),
    until: instant('Vale hasta', 'Counts until'),
  }),
  'account end-session': answer({}),
  logout: answer({}),
  whoami: answer({
    login: text('Usuario', 'Login').optional(),
    name: text('Nombre', 'Name').optional(),
    roles: many(openCode(ROLE, 'Roles', 'Roles')).optional(),
    expiresAt: instant('Vence', 'Ends').optional(),
    needsPasskey: yesNo('Falta una llave de acceso', 'A passkey is missing').optional(),
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
