import { formatDate } from './format-date.ts';
import { LOCALES, type Locale } from './locale.ts';
import { STAFF_ACTS } from './staff-acts.ts';
import { CONCERN } from './staff-codes/applications.ts';
import type { CodeWords } from './staff-codes/code-words.ts';
import { REQUEST_TYPE } from './staff-codes/desk.ts';
import { LOAN_STATUS } from './staff-codes/loans.ts';
import { ARCHIVE_HELD, MONEY_REASON } from './staff-codes/money.ts';
import { PARAMETER_KIND, parameterWords } from './staff-codes/parameters.ts';
import { NOTICE_KIND } from './staff-codes/timeline.ts';
import { programSentences } from './staff-refusals.ts';
import { fill } from './translate.ts';

/** Sentences that say what waits for a colleague and what to do about it; `{name}` is one of its facts. */
export const TASK_SENTENCES = {
  'address-refused': {
    es: 'La dirección no recibe mensajes por {channel}: «{reason}». No se entregó {template}: dilo por teléfono y pide otra dirección.',
    en: 'The address takes no messages by {channel}: "{reason}". {template} was not delivered: tell what it says by telephone, and ask for another address.',
  },
  'amounts-differ': {
    es: 'El proveedor ahora dice {said}, y se registraron {booked}: pregúntale cuál es el correcto.',
    en: 'The provider says {said} now, and {booked} were booked: ask it which is true.',
  },
  'answer-complaint': { es: 'Lo tiene {assignee}: falta responderlo.', en: 'Answer it: {assignee}.' },
  'answer-data-request': { es: 'Respóndelo: {request}.', en: 'Answer: {request}.' },
  'answer-data-request-by': { es: 'Respóndelo hasta el {due}: {request}.', en: 'Answer by {due}: {request}.' },
  'answer-visitor-request': {
    es: 'Respóndelo; quien pide no tiene cuenta: {request}.',
    en: 'Answer, without an account: {request}.',
  },
  'answer-visitor-request-by': {
    es: 'Respóndelo hasta el {due}; quien pide no tiene cuenta: {request}.',
    en: 'Answer by {due}: {request}, asked without an account.',
  },
  'approve-parameter': {
    es: 'Lo propuso {by}: lo aprueba otra persona.',
    en: 'Proposed by {by}: a second person approves.',
  },
  'approve-second': {
    es: 'Lo propuso {by}: otra cuenta lo lee y lo aprueba ({action}).',
    en: '{action}, proposed by {by}: another account reads and approves it.',
  },
  'approve-write-off': {
    es: 'Lo propuso {by}: lo aprueba otra persona.',
    en: 'Proposed by {by}: a second person approves.',
  },
  'assign-complaint': { es: 'Asígnalo y respóndelo.', en: 'Assign and answer it.' },
  'bank-answer-failing': {
    es: 'Las respuestas del banco en {file} no se pudieron registrar completas: mira el registro del servidor. Se intenta otra vez.',
    en: 'Answers of the bank in {file} could not be booked whole: see the log. They are tried again.',
  },
  'bank-answer-refused': {
    es: 'Se rechazan las respuestas del banco en {file}: {why} No se registró nada, y el archivo está en refused/. Pide al banco el correcto.',
    en: 'Answers of the bank in {file} are refused: {why} Nothing of it is booked, and the file lies in refused/. Ask the bank for the right one.',
  },
  'bank-answer-unread': {
    es: 'Respuestas del banco en {file} sin registrar: {lines} Pregunta al banco y luego anota lo que dice en la orden.',
    en: 'Answers of the bank in {file}: {lines} Ask the bank, then say in the order what it says.',
  },
  'bank-answer-unread-more': {
    es: 'Respuestas del banco en {file} sin registrar: {lines} Y {more} más. Pregunta al banco y luego anota lo que dice en la orden.',
    en: 'Answers of the bank in {file}: {lines} And {more} more. Ask the bank, then say in the order what it says.',
  },
  'chargeback-beyond-payment': {
    es: 'El banco retiró este pago después de que {amount} habían ido al cliente: el préstamo los cobra otra vez.',
    en: 'The bank took this payment back after {amount} of it had gone to the client: the loan asks for it again.',
  },
  'codes-above-usual': {
    es: 'Se enviaron más de {most} códigos en una hora: mira a quiénes y desde qué direcciones, bloquéalas en el proxy, o sube la cifra (política codes).',
    en: 'More than {most} codes were sent in an hour: see whom they went to and from which addresses, block those at the proxy, or raise the figure (policy codes).',
  },
  'colleague-guessed': {
    es: '{failures} intentos fallidos de entrar como {login}: pregúntale si fue suyo; si no, bloquea su cuenta.',
    en: '{failures} wrong attempts to sign in as {login}: ask whether it was them; if not, lock their account.',
  },
  'colleague-passkey': {
    es: '{login} agregó la llave de acceso {name}: pregúntale si fue su decisión; si no, bloquea su cuenta.',
    en: '{login} added the passkey {name}: ask whether it was them; if not, lock their account.',
  },
  'contact-change-stuck': {
    es: 'No se puede aplicar un cambio de correo, teléfono o cuenta, y mientras tanto no se desembolsa nada a este cliente: el registro del servidor dice por qué; cerrar sus sesiones lo detiene.',
    en: 'A change of e-mail, telephone or bank account cannot be applied, and nothing is paid out to this client meanwhile: see the log for why; ending their sessions stops it.',
  },
  'compare-pictures': { es: 'Compara la foto con el documento.', en: 'Compare the picture with the document.' },
  'credit-taken-back-again': {
    es: '{bank} retira {amount} de la operación {operation} del {date}, cuyo dinero ya no estaba. Pregunta al banco.',
    en: '{bank} takes {amount} back of operation {operation} of {date}, whose money was not there any more. Ask the bank.',
  },
  'credit-taken-back-in-part': {
    es: '{bank} retira {amount} de la operación {operation} del {date}, que fue de {whole}: si el resto quedó, corrige la línea {line}. Pregunta al banco.',
    en: '{bank} takes {amount} back of operation {operation} of {date}, which was {whole}: if the rest stayed, correct line {line}. Ask the bank.',
  },
  'credit-taken-back-one-of-two': {
    es: '{bank} retira {amount} de la operación {operation} del {date}, y hay dos de ese monto: si fue la línea {line}, corrígela a 0. Pregunta al banco.',
    en: '{bank} takes {amount} back of operation {operation} of {date}, and there are two of this amount: if it was line {line}, correct it to 0. Ask the bank.',
  },
  'credit-taken-back-unknown': {
    es: '{bank} retira {amount} de la operación {operation} del {date}, que no se conoce. Pregunta al banco.',
    en: '{bank} takes {amount} back of operation {operation} of {date}, which is unknown. Ask the bank.',
  },
  decide: { es: 'Decídela.', en: 'Decide.' },
  'decide-because': { es: 'Decídela: {concerns}.', en: 'Decide: {concerns}.' },
  'decide-second': {
    es: 'Ya decidió una persona: falta una segunda.',
    en: 'One person has decided: a second one is needed.',
  },
  'disbursement-failed': { es: 'El cliente debe indicar otra cuenta.', en: 'The client names another account.' },
  'disbursement-failed-because': {
    es: 'El banco la rechazó: {reason}. El cliente debe indicar otra cuenta.',
    en: 'The bank refused: {reason}. The client names another account.',
  },
  'disbursement-stopped': {
    es: 'Se detuvo una orden de desembolso de {loan}, porque el préstamo está así: {status}. Mira si el banco la conoce.',
    en: 'An order to pay out loan {loan} was stopped, for the loan is in this state: {status}. See whether the bank knows of it.',
  },
  'dispute-open': {
    es: 'Está en disputa con el proveedor ({ref}): ¿se ganó o se perdió?',
    en: 'Disputed at the provider ({ref}): won or lost?',
  },
  'figures-missing': {
    es: 'No se vende nada hasta que se cargue este parámetro: {parameter}.',
    en: 'Nothing is sold until this parameter is loaded: {parameter}.',
  },
  'find-transfer': {
    es: 'Busca la transferencia en el estado de cuenta.',
    en: 'Find the transfer in the bank’s statement.',
  },
  'letter-given-up': {
    es: 'No se entregó la carta {template}, que tiene un plazo de ley: di lo que dice por teléfono o por correo postal.',
    en: 'The letter {template} was not delivered, and a law gives it a date: tell what it says by telephone or post.',
  },
  'message-refused': {
    es: 'El servidor no acepta un mensaje como {template} por {channel}: «{reason}». Di lo que dice por teléfono.',
    en: 'The server takes no message like {template} by {channel}: "{reason}". Tell what it says by telephone.',
  },
  'messages-refused': {
    es: 'Rechazan nuestros mensajes por {channel}: «{reason}». Mira {settings}. Lo que espera se intenta otra vez durante un día.',
    en: 'Messages by {channel} are refused because of us: "{reason}". Look at {settings}. What waits is tried again for a day.',
  },
  'money-not-taken': {
    es: 'Ningún préstamo tomó este dinero: asígnalo a un pago o a un préstamo, o devuélvelo.',
    en: 'Money that no loan has taken: match it with a payment or a loan, or send it back.',
  },
  'money-unapplied': {
    es: '{amount}, {ref}: averigua de quién es. {reason}.',
    en: '{amount}, {ref}: find whose it is. {reason}.',
  },
  'payment-not-told': {
    es: '{provider} {ref} se pagó una vez más, {amount} del {at}, y no llegó ningún aviso: pide al proveedor que lo envíe otra vez.',
    en: '{provider} {ref} was paid once more, {amount} of {at}, and no message came: ask the provider to send it again.',
  },
  'payment-unknown': {
    es: 'El proveedor no ha dicho cómo terminó.',
    en: 'The provider has not said how it ended.',
  },
  'payment-unknown-for-a-day': {
    es: 'Hace un día que el proveedor no dice cómo terminó este pago con tarjeta: búscalo allí y luego pregunta otra vez.',
    en: 'The provider has not said for a day how this card payment ended: look it up, then ask again.',
  },
  'payout-batch': {
    es: 'Compáralo con las órdenes, y libéralo o retíralo.',
    en: 'Compare it with the orders, and release or withdraw it.',
  },
  'payout-came-back': {
    es: 'El banco dice que la orden {order} de {loan}, que había pagado, se rechazó o volvió ({reason}): mira la cuenta.',
    en: 'The bank says that order {order} of loan {loan}, which it had paid, was refused or has come back ({reason}): look at the account.',
  },
  'payout-flagged': {
    es: '{loan} no se desembolsa: el cliente tiene una alerta de fraude. Dos cuentas la levantan.',
    en: '{loan} is not paid out: a flag of fraud lies on the client. Two accounts lift it.',
  },
  'payout-flagged-application': {
    es: '{loan} no se desembolsa: el cliente tiene una alerta de fraude. Dos cuentas la levantan, o se termina el préstamo: marca {application} como fraude.',
    en: '{loan} is not paid out: a flag of fraud lies on the client. Two accounts lift it, or end the loan: flag {application} as fraud.',
  },
  'payout-flagged-top-up': {
    es: '{loan} no se desembolsa: el cliente tiene una alerta de fraude. Dos cuentas la levantan, o se detiene la ampliación {order}.',
    en: '{loan} is not paid out: a flag of fraud lies on the client. Two accounts lift it, or stop the top-up {order}.',
  },
  'payout-not-found': {
    es: 'La orden {order} de {amount}, del {date}, estaba en camino y no aparece: no se envía otra vez. Pide al banco las transferencias con ese número, y las de ese monto a la cuenta del cliente desde esa fecha; busca en los archivos de otras máquinas. Luego anota lo que dice el banco: pagada, rechazada o nunca recibida.',
    en: 'Order {order} of {amount}, ordered on {date}, was on its way and is not found: it is not sent again. Ask the bank for transfers with this number, and for this amount to the client’s account since that date; look into the archives of other machines. Then say what the bank says: paid, rejected or never received.',
  },
  'payout-not-owed': {
    es: 'El banco pagó la orden {order} de {amount} (su número {ref}) de {loan}, que ya no se debía: está en desembolsos por recuperar. Pídelo al cliente o al banco.',
    en: 'The bank paid order {order} of {amount} (its number {ref}) for loan {loan}, which was not owed any more: it is booked to payouts-to-recover. Ask the client or the bank for it.',
  },
  'payout-not-owed-chargeback': {
    es: 'El banco hizo un contracargo de {amount} (su número {ref}) de {loan}, que ya se habían devuelto: está en desembolsos por recuperar. Pídelo al cliente o al banco.',
    en: 'The bank charged {amount} (its number {ref}) for loan {loan} back, that had been given back: it is booked to payouts-to-recover. Ask the client or the bank for it.',
  },
  'payout-paid-late': {
    es: 'El banco pagó la orden {order} de {amount} (su número {ref}) de {loan}, que según los libros estaba rechazada o no estaba en camino: ahora está registrada como pagada. Mira qué se dijo al cliente.',
    en: 'The bank paid order {order} of {amount} (its number {ref}) for loan {loan}, which had been refused or was not on its way by the books: it is booked as paid now. See what the client was told.',
  },
  'payouts-held': {
    es: 'No sale ningún desembolso de la máquina cuyo archivo es {place}: {hold}. Compara el archivo, pregunta al banco por lo que difiere y pon el archivo correcto; o confirma que es el correcto.',
    en: 'Nothing is paid out from the machine whose archive is {place}: {hold}. Compare the archive, ask the bank about what differs, and put the right archive there; or confirm that it is the right one.',
  },
  'product-closed': {
    es: 'No se vende hasta que cambie su precio o el tope: la TEA del producto {product} es {tea} % y el tope es {cap} %.',
    en: 'It is not sold until its price or the cap changes. Product {product}: TEA {tea} % is above the cap of {cap} %.',
  },
  'refund-registered': {
    es: 'El proveedor registró la devolución como {ref}: cuando sus reportes digan que el dinero salió, anótala como pagada; si la rechazó, anótalo también.',
    en: 'The provider has registered the refund as {ref}: when its reports show that the money has gone, settle the refund; refused, say so.',
  },
  'refund-unknown': {
    es: 'El proveedor no ha dicho si devolvió el dinero: búscalo allí y luego cierra la devolución.',
    en: 'The provider has not said whether it gave the money back: look it up there, then settle the refund.',
  },
  'settlement-due': {
    es: '{count} pagos cobrados y sin liquidar.',
    en: '{count} payments collected and not settled.',
  },
  'statement-differs': {
    es: '{bank}: la operación {operation} del {date} es de {stated} en este estado de cuenta y se importó con {booked}. Pregunta al banco cuál llegó; si llegaron las dos, importa la otra sola, con una letra después de su número.',
    en: '{bank}: operation {operation} of {date} is {stated} here and was imported as {booked}. Ask the bank which of them came; if both did, import the other one by itself, with a letter behind its number.',
  },
  'tax-certificate-ended': {
    es: 'El certificado digital venció: no se emite ningún comprobante. Pide otro, cámbialo en el servidor y reinícialo. Los días pendientes se emiten después, cada uno con su fecha.',
    en: 'The digital certificate has ended: no tax document is issued. Ask for another, put it on the server and start it again. The days that wait are issued then, each with its date.',
  },
  'tax-certificate-ends': {
    es: 'El certificado digital vence el {date}: pide otro y cámbialo en el servidor antes.',
    en: 'The digital certificate ends on {date}: ask for another, and put it on the server before.',
  },
  'tax-document-refused': {
    es: 'SUNAT rechazó {document} ({code}): {reason} Su número queda usado: arregla la causa y pide que se corrija.',
    en: 'SUNAT has refused {document} ({code}): {reason} Its number stays used: mend the cause, then have it corrected.',
  },
  'tax-document-unsent': {
    es: '{document} se emitió el {date} y SUNAT aún no responde: mira su página y la conexión.',
    en: '{document} was issued on {date} and SUNAT has not answered yet: look at its page, and at the connection.',
  },
  'tax-issuer-differs': {
    es: 'No se emite ningún comprobante: el RUC del parámetro «tax-documents» es {issuer} y el de los contratos {lender}. Deben ser el mismo.',
    en: 'No tax document is issued: the RUC of parameter "tax-documents" is {issuer}, and that of contracts {lender}. They must be one.',
  },
  'tax-loans-failed': {
    es: 'No se pudieron emitir los comprobantes de {count} préstamos. El registro del servicio dice por qué; se intenta cada medio minuto, y los días pendientes salen con su fecha.',
    en: 'Tax documents of {count} loans could not be issued. The log of the service says why; it is tried every half minute, and the days that wait are issued with their dates.',
  },
  'tax-no-certificate': {
    es: 'No se emite ningún comprobante: el servidor no tiene certificado digital. Lo dice la guía de operaciones. Los días pendientes se emiten después, cada uno con su fecha.',
    en: 'No tax document is issued: the server has no digital certificate, as the guide of operations says. The days that wait are issued then, each with its date.',
  },
  'uncaught-error': {
    es: 'Nadie atrapó un error en {service}. Sigue sirviendo: busca «{mark}» en su registro y avisa a quien lo mantiene.',
    en: 'An error in {service} was caught by nobody. It serves on: look for "{mark}" in its log, and tell who maintains it.',
  },
  'voucher-named-twice': {
    es: 'La constancia de otro cliente tiene la misma operación: mira las dos y asigna el dinero a un pago.',
    en: 'Another client’s voucher names the same operation: look at both, and match the money with a payment.',
  },
  'webhook-failing': {
    es: 'Un mensaje de un proveedor no se puede procesar: mira su error y corrige la causa; se intenta cada hora.',
    en: 'A message of a provider cannot be worked on: see its error, mend the cause; it is tried every hour.',
  },
  'webhook-not-understood': {
    es: 'Un mensaje que no se registra ({event}): {why}. Mira si importa.',
    en: 'A message that is not booked ({event}): {why}. Look whether it matters.',
  },
  'webhook-unsigned': {
    es: 'Un mensaje que no se registra, porque no tiene su firma. Mira si importa.',
    en: 'A message that is not booked, without its signature. Look whether it matters.',
  },
} as const;

export type TaskSentence = keyof typeof TASK_SENTENCES;
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
/** The facts that a sentence needs. */
export type TaskFacts<Says extends TaskSentence> = Readonly<
  Record<NamesIn<(typeof TASK_SENTENCES)[Says]['en']>, string>
>;
/** A sentence with its facts; one that has none says nothing of them. */
export type TaskTold = {
  [Says in TaskSentence]: [NamesIn<(typeof TASK_SENTENCES)[Says]['en']>] extends [never]
    ? { readonly says: Says; readonly facts?: Readonly<Record<string, never>> }
    : { readonly says: Says; readonly facts: TaskFacts<Says> };
}[TaskSentence];

const CHANNEL = {
  email: ['correo', 'email'],
  sms: ['SMS', 'sms'],
  voice: ['voz', 'voice'],
  whatsapp: ['WhatsApp', 'whatsapp'],
} as const satisfies CodeWords;

/** Facts that are codes, or several with commas between them: their words. */
const FACT_CODES: ReadonlyMap<string, CodeWords> = new Map<string, CodeWords>([
  ['action', Object.fromEntries(Object.entries(STAFF_ACTS).map(([act, { es, en }]) => [act, [es, en]]))],
  ['channel', CHANNEL],
  ['concerns', CONCERN],
  ['hold', ARCHIVE_HELD],
  ['reason', MONEY_REASON],
  ['request', REQUEST_TYPE],
  ['status', LOAN_STATUS],
  ['template', NOTICE_KIND],
]);

/** The sentence of a task in a language; undefined for one that this program does not know. */
export function taskSentence(
  locale: Locale,
  says: string | null,
  facts: Readonly<Record<string, unknown>>,
): string | undefined {
  if (says === null || !Object.hasOwn(TASK_SENTENCES, says)) return undefined;
  const told = Object.entries(facts).map(([name, fact]) => [name, wordsOf(name, String(fact), locale)]);
  return fill(TASK_SENTENCES[says as TaskSentence][locale], Object.fromEntries(told));
}

/** The sentence of a task for programs and commands, which read English. */
export function taskNote(says: string | null, facts: Readonly<Record<string, unknown>>): string | undefined {
  return taskSentence('en', says, facts);
}

/** Facts that are sentences of the program. */
const FACT_SENTENCES = ['why', 'lines'];

function wordsOf(name: string, fact: string, locale: Locale): string {
  if (FACT_SENTENCES.includes(name)) return programSentences(locale, fact);
  if (name === 'parameter') return parameterIn(locale, fact);
  const codes = FACT_CODES.get(name);
  if (!codes) return fact;
  const parts = fact.split(', ');
  if (!parts.every((one) => Object.hasOwn(codes, one))) return fact;
  return parts.map((one) => codeIn(codes, one, locale)).join(', ');
}

/** `rate_cap consumer on 2026-02-03`, as the program names a parameter and its day. */
function parameterIn(locale: Locale, fact: string): string {
  const [kind = '', key = ''] = fact.split(' ');
  if (!Object.hasOwn(PARAMETER_KIND, kind)) return fact;
  // One of each type is missing, and not a certain one.
  const name = key === 'of' ? codeIn(PARAMETER_KIND, kind, locale) : parameterWords({ kind, key })[locale];
  const [day] = /\d{4}-\d\d-\d\d$/.exec(fact) ?? [];
  return day === undefined ? name : `${name} (${formatDate(day)})`;
}

function codeIn(codes: CodeWords, code: string, locale: Locale): string {
  return codes[code]?.[LOCALES.indexOf(locale)] ?? code;
}
