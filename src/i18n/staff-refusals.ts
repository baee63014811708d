import { BANK_FILE_SENTENCES, FILE_KINDS } from './bank-file-sentences.ts';
import { formatDate } from './format-date.ts';
import type { Locale } from './locale.ts';
import type { CodeWords } from './staff-codes/code-words.ts';
import { ROLE, TASK_KIND } from './staff-codes/desk.ts';
import { CALL_NOW, LOAN_STATUS } from './staff-codes/loans.ts';
import { BATCH_STATUS, PAYOUT_STATUS, REFUND_STATUS } from './staff-codes/money.ts';
import { fill } from './translate.ts';

/** Reasons of the rules of a loan and of an application, for a colleague. */
const REASON: CodeWords = {
  'amount-differs': ['la primera cuenta aprobó otro monto', 'the first account approved another amount'],
  'already-recorded': ['ya está registrado', 'it is recorded already'],
  'amount-not-positive': ['el monto no es mayor que cero', 'the amount is not above zero'],
  'already-taken-back': ['ya se retiró', 'it was taken back already'],
  'dated-before-disbursement': ['es anterior al desembolso', 'it is dated before the payout'],
  'dated-in-the-future': ['tiene una fecha que todavía no llega', 'it is dated in the future'],
  'loan-not-active': ['el préstamo no está vigente', 'the loan is not active'],
  'loan-not-disbursed': ['el préstamo no se desembolsó', 'the loan was not paid out'],
  'money-on-its-way': ['su dinero está en camino', 'its money is on its way'],
  'no-such-payment': ['no hay ese pago', 'there is no such payment'],
  'not-in-default': ['no está en incumplimiento', 'it is not in default'],
  'own-application': ['la ingresaste tú', 'you entered it'],
  'same-person': ['ya lo aprobaste tú: falta otra cuenta', 'you have approved it: another account is needed'],
  'too-early': ['faltan días de mora', 'it is not late for long enough'],
};

/** How a proposal ended, before the name of the colleague who ended it. */
const DECIDED: CodeWords = {
  approved: ['aprobó', 'approved'],
  rejected: ['rechazó', 'rejected'],
};

/** States of an order in the books, and at the bank. */
const ORDER: CodeWords = {
  ...PAYOUT_STATUS,
  ...REFUND_STATUS,
  accepted: ['Recibida', 'Accepted'],
  paid: ['Pagada', 'Paid'],
  rejected: ['Rechazada', 'Rejected'],
};

/** Sentences that the API says beside the code of a refusal, by its English; `{name}` is what stands there. */
export const REFUSED_SENTENCES: readonly (readonly [en: string, es: string])[] = [
  [
    'Another proposal for this waits: approve {id} or withdraw it',
    'Ya espera otra propuesta de esto: apruébala en Aprobaciones o retírala',
  ],
  [
    'Who proposed it may not any more: withdraw it and propose it again',
    'Quien lo propuso ya no tiene ese permiso: retíralo y proponlo otra vez',
  ],
  [
    'Who proposed it may not any more: withdraw {id} and propose it again',
    'Quien lo propuso ya no tiene ese permiso: retira la propuesta y proponlo otra vez',
  ],
  [
    'Who proposed it may not any more: reject it and propose it again',
    'Quien lo propuso ya no tiene ese permiso: recházalo y proponlo otra vez',
  ],
  ['Passkeys work at {origins}', 'Las llaves de acceso sirven en {origins}'],
  ['It waits for another account than yours', 'Espera a otra cuenta que no sea la tuya'],
  [
    'What it is about has changed since: withdraw it and propose it again',
    'Lo que se propuso cambió desde entonces: retíralo y proponlo otra vez',
  ],
  [
    'Another account is doing it this moment: look what became of it',
    'Otra cuenta lo está haciendo en este momento: mira cómo quedó',
  ],
  ['Its request is not stored: ask for the same by hand', 'No se guardó lo que pedía: pídelo otra vez a mano'],
  ['Another account than who proposed it has to approve', 'Lo aprueba otra cuenta que no sea la de quien lo propuso'],
  ['Four eyes: {reason}', 'Dos cuentas: {reason}'],
  ['It was {decided} by {who}', 'Lo {decided} {who}'],
  [
    'Its whole summary was refused: have it sent again first',
    'Se rechazó su resumen entero: primero haz que se envíe otra vez',
  ],
  ['Not now: {call}', '{call}'],
  ['A loan that is {loan} owes nothing', 'El préstamo está así: {loan}'],
  ['A payment is promised until {date}: it is decided first', 'Hay un pago prometido hasta el {date}'],
  [
    'Two promises were not kept: a person takes the next one',
    'Dos compromisos no se cumplieron: el siguiente lo acuerda una persona con el cliente',
  ],
  ['No write-off: {reason}', 'No se castiga: {reason}'],
  ['The loan refuses it: {reason}', 'El préstamo no lo toma: {reason}'],
  ['{date} is a holiday already', 'El {date} ya es feriado'],
  ['The holidays of {year} are not loaded', 'Faltan los feriados de {year}'],
  ['{loans} not closed beyond {date} yet: run "date close" first', 'Préstamos sin cerrar después del {date}: {loans}'],
  [
    'No day has ended yet for every loan: the first one is told tomorrow',
    'Todavía no termina un día para todos los préstamos: el primero se ve mañana',
  ],
  ['A task "{task}" is marked by {roles}', '«{task}» lo marca: {roles}'],
  ['"{task}" leaves the list when it is dealt with', '«{task}» sale de la lista cuando se atiende'],
  ['It takes {roles}', 'Pide: {roles}'],
  ['{login} has an account', '{login} ya tiene cuenta'],
  // Payouts and batches.
  [
    'Here each order goes out by itself: PAYOUT_FILES is not "daily"',
    'Aquí cada orden sale sola: PAYOUT_FILES no es «daily»',
  ],
  ['{batch}, waits: release or withdraw it first', 'Espera otro: {batch}. Libéralo o retíralo primero'],
  ['No order waits that may leave now', 'No espera ninguna orden que pueda salir ahora'],
  ['{batch}, is {state}', '{batch}: {state}'],
  ['{batch}: say its own count and total', '{batch}: escribe su cantidad y su total'],
  ['It was released or withdrawn a moment ago', 'Se liberó o se retiró hace un momento'],
  ['Batch {id} of {count} order, {total} in all', 'Lote {id} de {count} orden, {total} en total'],
  ['Batch {id} of {count} orders, {total} in all', 'Lote {id} de {count} órdenes, {total} en total'],
  ['Only an order on its way: this one is {order}', 'Solo una orden en camino: esta está así: {order}'],
  [
    'This order has not been sent by us: look whose payment the bank means',
    'Esta orden no la enviamos: mira de quién es el pago que dice el banco',
  ],
  [
    'It is on its way into the file of batch {batch}: wait for that',
    'Está entrando al archivo del lote {batch}: espera a que termine',
  ],
  ['This order has just ended: look what became of it', 'Esta orden acaba de terminar: mira cómo quedó'],
  [
    'First say which archive is the right one: it may know this order',
    'Primero di cuál archivo es el correcto: puede tener esta orden',
  ],
  [
    "The bank's own answer counts: it has this order ({order})",
    'Vale la respuesta del banco, que tiene esta orden: {order}',
  ],
  [
    'The bank has this order and may still pay it: its own answer counts',
    'El banco tiene esta orden y todavía puede pagarla: vale su respuesta',
  ],
  [
    'The money has left for the bank: ask the bank for it, and flag the client by fraud add',
    'El dinero ya salió al banco: pídeselo, y pon una alerta de fraude al cliente',
  ],
  ['This process has the archive {archive}', 'Este programa tiene el archivo {archive}'],
  ['Another archive was confirmed a moment ago', 'Otro archivo se confirmó hace un momento'],
  ['No flag of fraud holds this top-up back: it is paid out', 'Ninguna alerta de fraude detiene esta ampliación'],
  // Payments.
  ['This payment is not in review', 'Este pago no está en revisión'],
  ['This payment is not disputed', 'Este pago no está en disputa'],
  ['This payment takes no voucher', 'Este pago no recibe una constancia'],
  ['Only a payment that succeeded', 'Solo un pago que se completó'],
  ['Its refund is on its way: say first how that ended', 'Su devolución está en camino: primero anota cómo terminó'],
  [
    'Another payment of this loan is being given back: wait for that first',
    'Se está devolviendo otro pago de este préstamo: espera a que termine',
  ],
  [
    'Its money is not on its loan: match or return that first',
    'Su dinero no está en el préstamo: primero di de quién es o devuélvelo',
  ],
  [
    'Credit of this payment is on its way back: wait for that first',
    'El saldo a favor de este pago se está devolviendo: espera a que termine',
  ],
  [
    'Credit of this payment went back together with that of another one',
    'El saldo a favor de este pago se devolvió junto con el de otro',
  ],
  ['Nothing is left of this payment: it has gone back', 'No queda nada de este pago: ya se devolvió'],
  ['There is no refund on its way', 'No hay una devolución en camino'],
  ['This money is identified already, or was returned', 'Este dinero ya tiene dueño, o se devolvió'],
  [
    'No line could be matched. {lines}',
    'No se pudo asignar ninguna línea: ya tienen dueño, se devolvieron, o su préstamo no las toma',
  ],
  ['identified or returned meanwhile', 'se identificó o se devolvió mientras tanto'],
  ['Nothing was booked: {all}', 'No se registró nada: {all}'],
  ['{ref} of {amount} waits with {others}', '{ref} de {amount} espera con {others}'],
  ['{ref} of {amount} does not wait for a settlement', '{ref} de {amount} no espera una liquidación'],
  ['and {more} more', 'y {more} más'],
  [
    'The bank’s credit must wait among the unidentified: import its statement first',
    'El abono del banco debe esperar sin identificar: primero importa su estado de cuenta',
  ],
  // Tax documents.
  [
    'No tax document can be issued now: what waits says why',
    'Ahora no se emiten comprobantes: mira por qué en Lo que espera',
  ],
  [
    'It, or a credit note of it, has no answer yet: it cannot be corrected',
    'El comprobante, o una nota de crédito suya, todavía no tiene respuesta: no se puede corregir',
  ],
  ['A credit note that was accepted stands', 'Una nota de crédito aceptada no se cambia'],
  [
    'It was answered: only one without an answer is sent again',
    'Ya tiene respuesta: solo se envía otra vez el que no la tiene',
  ],
  // Parameters.
  ['{kind} {key} from {date}: {what}', '{what}'],
  ['another value begins on {day}', 'otro valor rige desde el {day}: di hasta cuándo rige este'],
  ['on {day}: {what}', 'el {day}: {what}'],
  ['Policy extension: no fee for {days} days', 'Falta la comisión para {days} días'],
  ['Policy allocation: each component must stand in the order, once', 'Cada parte debe estar en el orden, una vez'],
];

/** Facts of a sentence that are a code, or several with commas or `or` between them. */
const CODES: ReadonlyMap<string, CodeWords> = new Map<string, CodeWords>([
  ['call', CALL_NOW],
  ['decided', DECIDED],
  ['loan', LOAN_STATUS],
  ['order', ORDER],
  ['reason', REASON],
  ['roles', ROLE],
  ['state', BATCH_STATUS],
  ['task', TASK_KIND],
]);
/** Facts of a sentence that are a sentence again; several, with what is between them. */
const SENTENCES: ReadonlyMap<string, string | undefined> = new Map([
  ['what', undefined],
  ['batch', undefined],
  ['all', '; '],
]);

interface Known {
  readonly form: RegExp;
  readonly es: string;
}

const KNOWN: readonly Known[] = [...REFUSED_SENTENCES, ...BANK_FILE_SENTENCES].map(([en, es]) => ({
  form: formOf(en),
  es,
}));

/** A sentence as it is found: each `{name}` is anything, and the case of its first letter is free. */
function formOf(english: string): RegExp {
  const [first = '', ...rest] = english;
  const begin = /[a-z]/i.test(first) ? `[${first.toLowerCase()}${first.toUpperCase()}]` : escaped(first);
  const whole = first === '{' ? english : `\u0000${rest.join('')}`;
  const source = whole
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? `(?<${part.slice(1, -1)}>[\\s\\S]+?)` : escaped(part)))
    .join('');
  const pattern = source.replace('\u0000', begin);
  return new RegExp(`^${pattern}$`);
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/** Sentences that a task has one behind the other. */
export function programSentences(locale: Locale, english: string): string {
  if (locale === 'en') return english;
  const all = english.split(/(?<=\.) (?=Line \d|Order )/);
  return all.map((one) => spanishOf(one) ?? one).join(' ');
}

/**
 * A sentence that the API says in English, in a colleague's language; undefined for one that has no words there: a
 * colleague who reads Spanish is shown no English.
 */
export function programSentence(locale: Locale, english: string): string | undefined {
  return locale === 'en' ? english : spanishOf(english.trim());
}

/** Sentences within each other. Ours are never deeper, and each level more could double the time to find out. */
const DEEPEST = 4;

function spanishOf(english: string, depth = 0): string | undefined {
  if (depth > DEEPEST) return undefined;
  for (const { form, es } of KNOWN) {
    const found = form.exec(english);
    if (!found) continue;
    const facts = Object.entries(found.groups ?? {}).map(([name, fact]) => [name, factOf(name, fact, depth)] as const);
    if (facts.some(([, fact]) => fact === undefined)) continue;
    const said = fill(es, Object.fromEntries(facts as [string, string][]));
    return /^[A-Z]/.test(english) ? `${said.charAt(0).toUpperCase()}${said.slice(1)}` : said;
  }
  return undefined;
}

function allSpanish(english: string, between: string | undefined, depth: number): string | undefined {
  if (between === undefined) return spanishOf(english, depth);
  const said = english.split(between).map((one) => spanishOf(one, depth));
  return said.every((one) => one !== undefined) ? said.join(between) : undefined;
}

function factOf(name: string, fact: string, depth: number): string | undefined {
  if (SENTENCES.has(name)) return allSpanish(fact, SENTENCES.get(name), depth + 1);
  if (Object.hasOwn(FILE_KINDS, fact)) return FILE_KINDS[fact];
  if (/^\d{4}-\d\d-\d\d$/.test(fact)) return formatDate(fact);
  const codes = CODES.get(name);
  if (!codes) return fact;
  const words = fact.split(/, | or /).map((one) => (Object.hasOwn(codes, one) ? codes[one]?.[0] : undefined));
  return words.every((word) => word !== undefined) ? words.join(' o ') : undefined;
}
