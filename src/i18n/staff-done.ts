import { formatSoles } from './format.ts';
import { formatDate } from './format-date.ts';
import type { StaffActName, StaffWords } from './staff-acts.ts';
import type { CodeWords } from './staff-codes/code-words.ts';

/**
 * Sentences that say what an act has done, shown once it is done: `{code}` is a value that the colleague gave or that
 * the answer says, `{flags|flag|flags}` a number with its noun in the singular or the plural.
 */
export const STAFF_DONE = {
  'account add-passkey': {
    es: 'Se agregó la llave {name}. Se avisó a un administrador.',
    en: 'The passkey {name} was added. An administrator was told.',
  },
  'account remove-passkey': { es: 'Se quitó la llave {name}.', en: 'The passkey {name} was removed.' },
  'account prove': { es: 'Usaste tu llave.', en: 'You used your passkey.' },
  'account password': {
    es: 'Se cambió tu contraseña y se cerraron tus otras sesiones.',
    en: 'Your password was changed and your other sessions were ended.',
  },
  'account recovery-codes': {
    es: 'Guárdalos: no se muestran otra vez, y los anteriores ya no valen.',
    en: 'Keep them: they are not shown again, and those from before count no longer.',
  },
  'account desk-code': {
    es: 'Vale una vez, cinco minutos: el comando login lo pide con la opción --desk.',
    en: 'It counts once, for five minutes: the command login asks for it with the option --desk.',
  },
  'account end-session': { es: 'Se cerró la sesión.', en: 'The session was ended.' },
  'colleagues add': { es: 'Se agregó a {login}.', en: '{login} was added.' },
  'colleagues invite': { es: 'Se invitó otra vez a {login}.', en: '{login} was invited again.' },
  'colleagues roles': { es: 'Se cambiaron los roles de {login}.', en: "{login}'s roles were changed." },
  'colleagues lock': { es: '{login} ya no puede entrar.', en: '{login} is locked out.' },
  'colleagues unlock': { es: '{login} puede entrar de nuevo.', en: '{login} can sign in again.' },
  'approvals approve': { es: 'Se aprobó la propuesta y se hizo.', en: 'The proposal was approved and done.' },
  'approvals withdraw': { es: 'Se retiró la propuesta {id}.', en: 'Proposal {id} was withdrawn.' },
  'tax-documents send': { es: 'Se envía otra vez.', en: 'It is sent again.' },
  'tax-documents correct': {
    es: 'Se corrigió: {issued} {issued|comprobante nuevo|comprobantes nuevos}.',
    en: 'It was corrected: {issued} new {issued|document|documents}.',
  },
  'tax-documents declare': {
    es: 'Se registró el IGV de {month}: {amount}.',
    en: 'IGV of {month} was entered: {amount}.',
  },
  'parameter propose': {
    es: 'Se propuso {kind} · {key}: otra cuenta lo aprueba ({id}).',
    en: '{kind} · {key} was proposed: another account approves it ({id}).',
  },
  'parameter approve': { es: 'Se aprobó la propuesta {id}.', en: 'Proposal {id} was approved.' },
  'parameter reject': { es: 'Se rechazó la propuesta {id}.', en: 'Proposal {id} was rejected.' },
  'holiday add': { es: 'Se agregó el feriado {name}, {date}.', en: 'The holiday {name}, {date}, was added.' },
  'person note': { es: 'Se anotó en la ficha del cliente {personId}.', en: 'The note was added to client {personId}.' },
  'person create': { es: 'Se registró al cliente {personId}.', en: 'Client {personId} was registered.' },
  'person email': {
    es: 'Se preguntó al cliente por el correo nuevo: cuenta cuando lo confirme.',
    en: 'The client was asked about the new e-mail address: it counts once they confirm it.',
  },
  'keys rewrap': {
    es: 'Claves cifradas con la más nueva: {rewrapped}, de {people} {people|persona|personas}.',
    en: '{rewrapped} {rewrapped|key was|keys were} wrapped with the newest one, of {people} {people|person|people}.',
  },
  'session issue': {
    es: 'Se abrió la sesión del cliente de prueba.',
    en: 'The client of the sandbox was signed in.',
  },
  'session end': {
    es: 'Sesiones cerradas: {ended}.',
    en: '{ended} {ended|session was|sessions were} ended.',
  },
  'login-as issue': {
    es: 'Este enlace abre la cuenta del cliente una sola vez.',
    en: "This link opens the client's account once.",
  },
  'recovery approve': { es: 'Se aprobó el acceso nuevo del cliente.', en: "The client's new access was approved." },
  'recovery reject': { es: 'Se rechazó el acceso nuevo del cliente.', en: "The client's new access was rejected." },
  'data-requests answer': { es: 'Se respondió el pedido {id}.', en: 'Request {id} was answered.' },
  'complaints assign': { es: '{code} quedó a cargo de {assignee}.', en: '{code} was assigned to {assignee}.' },
  'complaints note': { es: 'Se anotó en {code}.', en: 'The note was added to {code}.' },
  'complaints answer': { es: 'Se respondió {code}.', en: '{code} was answered.' },
  'complaints settle': { es: 'Se registró el acuerdo de {code}.', en: 'The agreement on {code} was recorded.' },
  'complaints close': { es: 'Se cerró {code}.', en: '{code} was closed.' },
  'contact log': { es: 'Se registró el contacto con {loan}.', en: 'The contact about {loan} was recorded.' },
  'contact outcome': {
    es: 'Se registró qué resultó del contacto sobre {loan}: {outcome}.',
    en: 'What came of the contact about {loan} was recorded: {outcome}.',
  },
  'contact pause': { es: 'No se contacta por {loan}: {reason}.', en: 'Contact about {loan} is paused: {reason}.' },
  'contact resume': {
    es: 'Terminó la pausa de {loan}: {reason}.',
    en: 'The pause of contact about {loan} has ended: {reason}.',
  },
  'applications approve': { es: 'Se aprobó {reference}.', en: '{reference} was approved.' },
  'applications reject': { es: 'Se rechazó {reference}.', en: '{reference} was rejected.' },
  'applications need-info': {
    es: 'Se pidió al cliente lo que falta de {reference}.',
    en: 'The client of {reference} was asked for what is missing.',
  },
  'applications flag-fraud': { es: 'Se marcó {reference} como fraude.', en: '{reference} was flagged as fraud.' },
  'loan originate': { es: 'Se originó el préstamo {number}.', en: 'Loan {number} was originated.' },
  'fraud add': {
    es: 'Se {flags|puso|pusieron} {flags} {flags|alerta|alertas} de fraude.',
    en: '{flags} fraud {flags|flag was|flags were} added.',
  },
  'fraud lift': {
    es: 'Se {flags|levantó|levantaron} {flags} {flags|alerta|alertas} de fraude.',
    en: '{flags} fraud {flags|flag was|flags were} lifted.',
  },
  'payments no-credit': {
    es: 'Se anuló el pago {id}: el dinero no llegó.',
    en: 'Payment {id} has ended: no money came.',
  },
  'payments refund': { es: 'Se devuelve el pago {id}.', en: 'Payment {id} is being given back.' },
  'payments refund-paid': { es: 'La devolución {id} llegó.', en: 'Refund {id} has arrived.' },
  'payments refund-refused': { es: 'La devolución {id} fue rechazada.', en: 'Refund {id} was refused.' },
  'payments dispute': {
    es: 'Se registró el contracargo del pago {id}.',
    en: 'The chargeback of payment {id} was recorded.',
  },
  'payments dispute-won': {
    es: 'Se ganó el contracargo del pago {id}.',
    en: 'The chargeback of payment {id} was won.',
  },
  'payments dispute-lost': {
    es: 'Se perdió el contracargo del pago {id}.',
    en: 'The chargeback of payment {id} was lost.',
  },
  'payments ask': { es: 'El pago {id} está así: {status}.', en: 'Payment {id} is now: {status}.' },
  'payments match': { es: 'El dinero {id} tiene dueño.', en: 'The money {id} has its owner.' },
  'payments match-many': {
    es: '{matched} {matched|línea tiene|líneas tienen} dueño.',
    en: '{matched} {matched|line has its|lines have their} owner.',
  },
  'payments return': { es: 'El dinero {id} volvió a su origen.', en: 'The money {id} has gone back.' },
  'payments settle': {
    es: 'La liquidación {reference} de {provider} está registrada.',
    en: 'The settlement {reference} of {provider} is booked.',
  },
  'statements import': { es: 'Se leyó el estado de cuenta.', en: 'The statement was read.' },
  'statements correct': {
    es: 'La línea {id} está registrada por {amount}.',
    en: 'Line {id} is booked at {amount}.',
  },
  'payouts make-batch': {
    es: 'Se armó el lote {id}: {count} {count|orden|órdenes}.',
    en: 'Batch {id} was made: {count} {count|order|orders}.',
  },
  'payouts release-batch': { es: 'Se liberó el lote {id}.', en: 'Batch {id} was released.' },
  'payouts withdraw-batch': { es: 'Se retiró el lote {id}.', en: 'Batch {id} was withdrawn.' },
  'payouts confirm-archive': {
    es: 'Se confirmó el archivo {archive}.',
    en: 'The archive {archive} was confirmed.',
  },
  'payouts paid': { es: 'La orden {id} está pagada.', en: 'Order {id} is paid.' },
  'payouts rejected': { es: 'La orden {id} no se pagará.', en: 'Order {id} will not be paid.' },
  'payouts not-sent': { es: 'La orden {id} se enviará otra vez.', en: 'Order {id} will be sent again.' },
  'payouts stop-top-up': { es: 'Se detuvo la ampliación {id}.', en: 'Top-up {id} was stopped.' },
  'flex offer': {
    es: 'Se ofreció el pago flexible a {number}, hasta el {validUntil}.',
    en: 'Flex pay was offered for {number}, until {validUntil}.',
  },
  'write-off propose': { es: 'Se propuso el castigo de {number}.', en: 'The write-off of {number} was proposed.' },
  'write-off approve': { es: 'Se castigó {number}.', en: '{number} was written off.' },
  'write-off withdraw': {
    es: 'Se retiró el castigo propuesto de {number}.',
    en: 'The proposed write-off of {number} was withdrawn.',
  },
  'write-off reverse': { es: 'Se revirtió el castigo de {number}.', en: 'The write-off of {number} was reversed.' },
  'date close': { es: 'Se cerró el día {businessDate}.', en: '{businessDate} was closed.' },
  'date advance': { es: 'El día de prueba es el {businessDate}.', en: 'The date of the sandbox is {businessDate}.' },
  'tasks done': { es: 'Se marcó como hecho.', en: 'It is marked as done.' },
  'maintenance pass': {
    es: 'Con este enlace se ve el sitio cerrado.',
    en: 'With this link the closed site can be seen.',
  },
} as const satisfies Partial<Readonly<Record<StaffActName, StaffWords>>>;

/** A sentence, and the values that it has told, so that nobody prints them again. */
export interface Done {
  readonly sentence: string;
  readonly told: readonly string[];
}

/**
 * Says what an act has done.
 * @param given the colleague's texts by the names of their fields
 * @param codes the words of the codes among both, by the name of the field
 * @param answer what the act answered; it wins over what was typed, because it says what is booked
 * @returns undefined for an act that changes nothing, or when a value that the sentence needs is missing
 */
export function doneSentence(
  name: StaffActName,
  language: keyof StaffWords,
  given: Readonly<Record<string, readonly string[]>>,
  answer: Readonly<Record<string, unknown>>,
  codes: Readonly<Record<string, CodeWords>>,
): Done | undefined {
  const words: StaffWords | undefined = (STAFF_DONE as Partial<Record<StaffActName, StaffWords>>)[name];
  if (!words) return undefined;
  const typed = Object.entries(given).map(([field, texts]) => [field, texts.join(', ')]);
  const values: Readonly<Record<string, unknown>> = { ...Object.fromEntries(typed), ...answer };
  const told = placesOf(words[language]);
  if (told.some((field) => (values[field] ?? '') === '')) return undefined;
  const sentence = words[language].replace(PLACE, (_, field: string, one?: string, other?: string) => {
    if (one === undefined)
      return shown(values[field], {
        isSoles: field === 'amount',
        words: codes[field]?.[String(values[field])]?.[language === 'es' ? 0 : 1],
      });
    return (Number(values[field]) === 1 ? one : other) ?? '';
  });
  return { sentence, told };
}

const PLACE = /\{(\w+)(?:\|([^|}]+)\|([^}]+))?\}/g;

/** The fields whose values a sentence tells. */
export function placesOf(sentence: string): string[] {
  return [...new Set([...sentence.matchAll(PLACE)].map(([, field = '']) => field))];
}

function shown(
  value: unknown,
  { isSoles, words }: { readonly isSoles: boolean; readonly words: string | undefined },
): string {
  const text = String(value);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text);
  return isSoles ? formatSoles(Math.round(Number(value) * 100)) : (words ?? text);
}
