import { APPLICATION_EVENT } from './applications.ts';
import type { CodeWords } from './code-words.ts';
import { COMPLAINT_TYPE } from './desk.ts';
import { CONTACT_CHANNEL, PAPER_TYPE } from './loans.ts';
import { PAYOUT_STATUS, REFUND_STATUS } from './money.ts';

/** Kinds of entries of a client's line of time. */
export const TIMELINE_KIND = {
  application: ['Solicitud', 'Application'],
  paper: ['Documento del préstamo', 'Paper of the loan'],
  money: ['Dinero del cliente', 'Money of the client'],
  payout: ['Dinero al cliente', 'Money to the client'],
  notice: ['Aviso', 'Notice'],
  contact: ['Contacto', 'Contact'],
  complaint: ['Reclamo', 'Complaint'],
  act: ['Acto', 'Act'],
  note: ['Nota', 'Note'],
} as const satisfies CodeWords;

/** Kinds of notices to clients. */
export const NOTICE_KIND = {
  'payment-soon': ['Pago por vencer', 'Payment due soon'],
  'payment-due': ['El pago vence hoy', 'Payment due today'],
  'payment-late': ['Pago atrasado', 'Payment late'],
  'payment-overdue': ['Pago muy atrasado', 'Payment overdue'],
  'loan-disbursed': ['Préstamo desembolsado', 'Loan paid out'],
  'disbursement-failed': ['El desembolso no llegó', 'Payout did not arrive'],
  'account-ending': ['Último aviso para dar otra cuenta', 'Last notice to give another account'],
  'loan-paid-off': ['Préstamo pagado por completo', 'Loan paid off'],
  'next-loan': ['Puede pedir otro préstamo', 'May apply for another loan'],
  'payment-received': ['Pago recibido', 'Payment received'],
  'payment-taken-back': ['Pago retirado', 'Payment taken back'],
  'extension-active': ['Extensión activa', 'Extension active'],
  'plan-confirmed': ['Plan confirmado', 'Plan confirmed'],
  'plan-at-risk': ['Plan en riesgo', 'Plan at risk'],
  'plan-broken': ['Plan roto', 'Plan broken'],
  'flex-activated': ['Pago flexible activado', 'Flex pay activated'],
  'flex-at-risk': ['Pago flexible en riesgo', 'Flex pay at risk'],
  'flex-ended': ['Pago flexible terminado', 'Flex pay ended'],
  'top-up-ending': ['Ampliación por vencer', 'Top-up ending soon'],
  'top-up-left': ['Ampliación sin terminar', 'Top-up left unfinished'],
  'top-up-paid': ['Ampliación desembolsada', 'Top-up paid out'],
  'top-up-failed': ['La ampliación no llegó', 'Top-up did not arrive'],
  'top-up-stopped': ['Ampliación detenida', 'Top-up stopped'],
  'application-approved': ['Solicitud aprobada', 'Application approved'],
  'application-rejected': ['Solicitud rechazada', 'Application rejected'],
  'application-needs-information': ['Falta información en la solicitud', 'Application needs information'],
  'information-ending': ['Plazo de la información por vencer', 'Time for the information ends soon'],
  'offer-ending': ['Oferta por vencer', 'Offer ending soon'],
  'draft-ending': ['Solicitud sin terminar por vencer', 'Unfinished application ending soon'],
  'email-changing': ['Cambio de correo', 'E-mail address changing'],
  'phone-changing': ['Cambio de teléfono', 'Telephone changing'],
  'account-changing': ['Cambio de cuenta', 'Account changing'],
  'passkey-adding': ['Llave de acceso agregada', 'Passkey added'],
  'passkeys-removed': ['Llaves de acceso quitadas', 'Passkeys removed'],
  'changes-stopped': ['Cambios detenidos', 'Changes stopped'],
} as const satisfies CodeWords;

/** Acts on a client, their applications, loans and complaints, as the record names them. */
export const RECORDED_ACT = {
  'person.create': ['Se registró al cliente', 'Client registered'],
  'mailbox.give': ['Se dio otro correo', 'Another e-mail address given'],
  'session.issue': ['Se abrió una sesión', 'Session issued'],
  'session.end': ['Se cerraron sus sesiones', 'Sessions ended'],
  'impersonation.issue': ['Se permitió entrar como el cliente', 'Sign-in as the client issued'],
  'impersonation.redeem': ['Se entró como el cliente', 'Signed in as the client'],
  'client-area': ['Se usó su área en su nombre', 'Their area used on their behalf'],
  'client-area.refused': ['Se rechazó algo en su nombre', 'Refused on their behalf'],
  'phone-recovery.approve': ['Se aceptó el teléfono nuevo', 'New telephone approved'],
  'phone-recovery.reject': ['Se rechazó el teléfono nuevo', 'New telephone rejected'],
  'mailbox-recovery.approve': ['Se aceptó el correo nuevo', 'New e-mail address approved'],
  'mailbox-recovery.reject': ['Se rechazó el correo nuevo', 'New e-mail address rejected'],
  'data.export': ['El cliente descargó sus datos', 'The client downloaded their data'],
  'loan.originate': ['Se originó un préstamo', 'Loan originated'],
  'loan.originate.propose': ['Se propuso originar un préstamo', 'Loan proposed'],
  'loan.originate.withdraw': ['Se retiró la propuesta de préstamo', 'Proposal of a loan withdrawn'],
  'flex.offer': ['Se ofreció pago flexible', 'Flex pay offered'],
  'contact.log': ['Se registró un contacto', 'Contact recorded'],
  'contact.outcome': ['Se registró el resultado del contacto', 'Outcome of the contact recorded'],
  'contact.pause': ['Se pausaron los contactos', 'Contacts paused'],
  'contact.resume': ['Se reanudaron los contactos', 'Contacts resumed'],
  'write-off.propose': ['Se propuso el castigo', 'Write-off proposed'],
  'write-off.approve': ['Se aprobó el castigo', 'Write-off approved'],
  'write-off.withdraw': ['Se retiró la propuesta de castigo', 'Proposal of a write-off withdrawn'],
  'write-off.reverse': ['Se revirtió el castigo', 'Write-off reversed'],
  'application.approve': ['Se aprobó la solicitud', 'Application approved'],
  'application.reject': ['Se rechazó la solicitud', 'Application rejected'],
  'application.need-info': ['Se pidió información', 'Information asked for'],
  'application.flag-fraud': ['Se marcó como fraude', 'Flagged as fraud'],
  'complaint.assign': ['Se asignó el reclamo', 'Complaint assigned'],
  'complaint.note': ['Se anotó algo en el reclamo', 'Note written on the complaint'],
  'complaint.answer': ['Se respondió el reclamo', 'Complaint answered'],
  'complaint.settle': ['Se llegó a un acuerdo en el reclamo', 'Complaint settled'],
  'complaint.close': ['Se cerró el reclamo', 'Complaint closed'],
} as const satisfies CodeWords;

/** Events of a line of time, of whichever kind of entry. */
export const TIMELINE_EVENT = {
  ...APPLICATION_EVENT,
  ...PAPER_TYPE,
  received: ['Recibido', 'Received'],
  ...REFUND_STATUS,
  ...PAYOUT_STATUS,
  ...NOTICE_KIND,
  ...CONTACT_CHANNEL,
  ...COMPLAINT_TYPE,
  ...RECORDED_ACT,
} as const satisfies CodeWords;
