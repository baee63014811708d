import type { Messages } from '../locale.ts';

/**
 * The end of an application: the agreement and the money on its way, a refusal, the end; and the offer of a larger
 * loan.
 */
export const APPLICATION_END = {
  agreement_title: { es: 'Lee y firma', en: 'Read and sign' },
  agreement_lead: {
    es: 'Mientras no firmes, no debes nada por este préstamo.',
    en: 'Until you sign, you owe nothing for this loan.',
  },
  agreement_back: { es: 'Volver a la oferta', en: 'Back to the offer' },
  agreement_changed: {
    es: 'Esto cambió desde que aceptaste la oferta',
    en: 'This has changed since you accepted the offer',
  },
  agreement_changed_text: {
    es: 'Pasó un día, así que las fechas y los números se movieron. Estos son los que valen.',
    en: 'A day has passed, so dates and figures moved. These are the ones that count.',
  },
  agreement_change_total: { es: 'Total a pagar', en: 'Total to pay' },
  agreement_change_dueDate: { es: 'Vencimiento', en: 'Due date' },
  agreement_change_tcea: { es: 'TCEA', en: 'TCEA' },
  agreement_documents: { es: 'Lee lo que firmas', en: 'Read what you sign' },
  agreement_pages_one: { es: '1 página', en: '1 page' },
  agreement_pages: { es: '{count} páginas', en: '{count} pages' },
  agreement_change_schedule: { es: 'Cronograma de pagos', en: 'Payment schedule' },
  agreement_copy: {
    es: 'copia de lectura en inglés; vale la de español',
    en: 'copy for reading; the Spanish one binds',
  },
  agreement_read: { es: 'Leer', en: 'Read' },
  agreement_read_of: { es: 'Leer {title} (se abre en otra pestaña)', en: 'Read {title} (opens in another tab)' },
  agreement_open_failed: {
    es: 'El documento no abrió. Inténtalo de nuevo.',
    en: 'The document did not open. Try again.',
  },
  agreement_signs: { es: 'Lo que firmas', en: 'What you sign' },
  agreement_receive: { es: 'Recibes', en: 'You receive' },
  agreement_dues: { es: '{count} cuotas', en: '{count} instalments' },
  agreement_dues_dates: { es: 'del {first} al {last}', en: 'from {first} to {last}' },
  agreement_to: { es: 'Va a', en: 'Goes to' },
  agreement_open_pdf: { es: 'Abrir el PDF', en: 'Open the PDF' },
  agreement_open_pdf_of: {
    es: 'Abrir el PDF de {title} (otra pestaña)',
    en: 'Open the PDF of {title} (another tab)',
  },
  agreement_accept: { es: 'Para firmar', en: 'To sign' },
  agreement_send_code: { es: 'Enviarme el código', en: 'Send me the code' },
  agreement_code: { es: 'Código del SMS', en: 'Code from the SMS' },
  agreement_code_help: {
    es: 'Lo enviamos al {phone}. Escribirlo aquí es tu firma.',
    en: 'We sent it to {phone}. Entering it here is your signature.',
  },
  agreement_code_again: { es: 'Enviar otro código', en: 'Send another code' },
  agreement_code_again_in: { es: 'Puedes pedir otro en {count} s', en: 'You can get another one in {count} s' },
  agreement_sign: { es: 'Firmar por {total}', en: 'Sign for {total}' },
  agreement_document_changed: {
    es: 'Un documento cambió. Aquí están los nuevos: léelos antes de firmar.',
    en: 'A document has changed. The new ones are here: read them before signing.',
  },
  agreement_expired: { es: 'Este contrato ya venció', en: 'This contract has expired' },
  agreement_expired_text: {
    es: 'No se firmó a tiempo. No debes nada y puedes pedir de nuevo.',
    en: 'It was not signed in time. You owe nothing, and you can apply again.',
  },
  agreement_safety: {
    es: 'Nadie de {name} te pedirá tu código, tampoco por teléfono.',
    en: 'Nobody from {name} will ask for your code, not even by phone.',
  },
  agreement_decline: { es: 'No quiero firmar', en: 'I do not want to sign' },
  completed_title: { es: 'Tu plata va en camino', en: 'Your money is on its way' },
  completed_signed_title: { es: 'Firmado', en: 'Signed' },
  completed_signed_lead: {
    es: 'Tu contrato está firmado. En Mis préstamos ves dónde está tu plata; el interés recién corre cuando llega.',
    en: 'Your contract is signed. Under My Loans you see where your money is; interest only starts when it arrives.',
  },
  completed_title_name: { es: '{name}, tu plata va en camino', en: '{name}, your money is on its way' },
  completed_lead: {
    es: 'Enviamos {amount} a tu cuenta. El interés recién corre cuando llega.',
    en: 'We sent {amount} to your account. Interest only starts when it arrives.',
  },
  completed_sending_lead: {
    es: 'Preparamos la transferencia de {amount} a tu cuenta. El interés recién corre cuando llega.',
    en: 'We are preparing the transfer of {amount} to your account. Interest only starts when it arrives.',
  },
  completed_waits_title: {
    es: 'Firmado. Tu plata espera a tu cuenta nueva',
    en: 'Signed. Your money waits for your new account',
  },
  completed_paid_title: { es: 'Tu plata está en tu cuenta', en: 'Your money is in your account' },
  completed_paid_lead: {
    es: 'El banco confirmó el depósito. El interés corre desde el día en que llegó.',
    en: 'The bank confirmed the transfer. Interest runs from the day it arrived.',
  },
  receiving_title: { es: 'A dónde va tu plata', en: 'Where your money goes' },
  receiving_holder: { es: 'A nombre de {name}', en: 'In the name of {name}' },
  payout_signed: { es: 'Firmaste', en: 'You signed' },
  payout_sending: { es: 'Enviamos la transferencia', en: 'We send the transfer' },
  payout_sent: { es: 'El banco tiene la transferencia', en: 'The bank has the transfer' },
  payout_arrives: { es: 'Llega a tu cuenta', en: 'It arrives in your account' },
  payout_arrived: { es: 'El banco confirmó el depósito', en: 'The bank confirmed the transfer' },
  payout_normally: { es: 'Normalmente el mismo día hábil', en: 'Normally the same business day' },
  payout_look: { es: 'Ver si ya llegó', en: 'See whether it has arrived' },
  completed_next: { es: 'Qué sigue', en: 'What happens next' },
  completed_next_money: {
    es: 'Te avisamos por SMS o correo cuando el banco confirme el depósito.',
    en: 'We will tell you by SMS or e-mail when the bank confirms the transfer.',
  },
  completed_next_papers: {
    es: 'Tu contrato, con la constancia de tu firma, está en Documentos.',
    en: 'Your contract, with the proof of your signature, is under Documents.',
  },
  completed_next_reminder: {
    es: 'Te recordamos antes de cada vencimiento.',
    en: 'We will remind you before each due date.',
  },
  completed_loan: { es: 'Número de préstamo', en: 'Loan number' },
  completed_documents: { es: 'Ver mis documentos', en: 'See my documents' },
  rejected_title: { es: 'Esta vez no podemos prestarte', en: 'This time we cannot lend to you' },
  rejected_lead: {
    es: 'Estos son los motivos y lo que puedes hacer.',
    en: 'These are the reasons, and what you can do.',
  },
  rejected_again: { es: 'Puedes pedir de nuevo desde el {date}.', en: 'You can apply again from {date}.' },
  rejected_not_reported: {
    es: 'Pedir no te costó nada y no le contamos a nadie esta respuesta.',
    en: 'Applying cost you nothing, and we tell nobody about this answer.',
  },
  rejected_review: {
    es: '¿Quieres que una persona lo revise de nuevo?',
    en: 'Do you want a person to look at it again?',
  },
  rejected_review_text: {
    es: 'Es tu derecho. Cuéntanos qué no toman en cuenta estos motivos. Puedes pedirlo una vez, hasta el {date}.',
    en: 'It is your right. Tell us what the reasons leave out. You can ask once, until {date}.',
  },
  rejected_review_comment: { es: '¿Qué deberíamos saber?', en: 'What should we know?' },
  rejected_review_go: { es: 'Pedir que una persona lo revise', en: 'Ask a person to review it' },
  rejected_review_sent: { es: 'Una persona lo va a revisar.', en: 'A person will look at it.' },
  rejected_understood: { es: 'Entendido', en: 'Understood' },
  'errors.comment.required': { es: 'Escribe qué deberíamos saber.', en: 'Write what we should know.' },
  'errors.comment.too_short': {
    es: 'Escribe un poco más: al menos 10 caracteres.',
    en: 'Write a little more: at least 10 characters.',
  },
  cancelled_title: { es: 'Tu solicitud está cerrada', en: 'Your application is closed' },
  cancelled_lead: {
    es: 'La dejaste. No debes nada y no cuenta en tu contra.',
    en: 'You withdrew it. You owe nothing, and it does not count against you.',
  },
  cancelled_expired_title: { es: 'Tu solicitud venció', en: 'Your application has expired' },
  cancelled_expired_lead: {
    es: 'Pasó el tiempo para seguir con ella. No debes nada y no cuenta en tu contra.',
    en: 'The time to continue it ran out. You owe nothing, and it does not count against you.',
  },
  cancelled_again: {
    es: 'Pide de nuevo cuando quieras: guardamos lo que llenaste por 90 días.',
    en: 'Apply again whenever you like: what you filled in is kept for 90 days.',
  },
  cancelled_next: { es: 'Si quieres pedir de nuevo', en: 'If you want to apply again' },
  cancelled_questions: { es: 'Si tienes preguntas', en: 'If you have questions' },
  cancelled_calculate: { es: 'Calcular un préstamo', en: 'Calculate a loan' },
  none_title: { es: 'Aquí no hay ninguna solicitud', en: 'There is no application here' },
  none_text: {
    es: 'Elige un monto y una fecha en la calculadora para empezar.',
    en: 'Choose an amount and a date in the calculator to begin.',
  },
  topup_title: { es: 'Más plata en tu préstamo', en: 'More money on your loan' },
  topup_lead: {
    es: 'La misma fecha y un solo pago. Ves todo el costo antes de firmar.',
    en: 'The same due date, one payment. You see the whole cost before you sign.',
  },
  topup_receive: { es: 'Recibes', en: 'You receive' },
  topup_total: { es: 'Devuelves por esto', en: 'You pay back for it' },
  topup_due: { es: 'Junto con tu préstamo, el', en: 'Together with your loan, on' },
  topup_loan_total: { es: 'Todo tu préstamo será', en: 'Your whole loan will be' },
  topup_tcea_why: {
    es: 'Recibes {received} más y el {date} devuelves {repaid} por todo tu préstamo, además de lo que hayas pagado antes. La TCEA es la tasa anual, con intereses, comisiones e IGV, a la que todos tus pagos valen lo mismo que todo lo que recibes, cada monto desde su día.',
    en: 'You receive {received} more, and pay back {repaid} on {date} for the whole loan, as well as anything you have paid before. The TCEA is the yearly rate, with interest, fees and IGV, at which all your payments are worth all that you receive, each amount from its own day.',
  },
  topup_sign: { es: 'Firmar por {amount}', en: 'Sign for {amount}' },
  topup_sign_note: {
    es: 'Te pediremos un código o tu contraseña: esa es tu firma.',
    en: 'We will ask you for a code or your password: that is your signature.',
  },
  topup_decline: { es: 'No lo quiero', en: 'I do not want it' },
  topup_declined: { es: 'Listo: tu préstamo queda como estaba.', en: 'Done: your loan stays as it was.' },
  topup_gone: { es: 'Esta oferta ya no está abierta', en: 'This offer is no longer open' },
  topup_gone_text: {
    es: 'Estuvo abierta 24 horas. Tu préstamo queda como estaba.',
    en: 'It was open for 24 hours. Your loan stays as it was.',
  },
  topup_done_title: { es: 'Firmado. Lo que falta va en camino', en: 'Signed. The rest is on its way' },
  topup_waits_title: {
    es: 'Firmado. El resto espera a tu cuenta nueva',
    en: 'Signed. The rest waits for your new account',
  },
  topup_done_lead: {
    es: 'Lo enviamos a tu cuenta. Recién cuesta cuando llega, y vence junto con tu préstamo.',
    en: 'We sent it to your account. It starts to cost only when it arrives, and is due with the rest of your loan.',
  },
  topup_signed_lead: {
    es: 'Tu ampliación está firmada. En Mis préstamos ves dónde está el depósito; recién cuesta cuando llega, y vence junto con tu préstamo.',
    en: 'Your top-up is signed. Under My Loans you see where the money is; it starts to cost only when it arrives, and is due with the rest of your loan.',
  },
  login_as_title: { es: 'Abriendo la cuenta del cliente', en: 'Opening the client’s account' },
  login_as_lead: { es: 'Un momento: estamos revisando el enlace.', en: 'One moment: the link is being checked.' },
  login_as_expired: { es: 'Este enlace ya venció', en: 'This link has expired' },
  login_as_expired_text: {
    es: 'Sirve una sola vez y por un minuto. Pide otro desde la herramienta de soporte.',
    en: 'It works once, for one minute. Get another one from the support tool.',
  },
  login_as_failed: { es: 'No pudimos revisar el enlace', en: 'The link could not be checked' },
  login_as_missing: { es: 'A este enlace le falta una parte', en: 'Part of this link is missing' },
} satisfies Messages;
