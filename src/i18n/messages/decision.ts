import type { Messages } from '../locale.ts';

/** The lender's words about its decision (domain 2.3.5); part of the set `application`. */
export const DECISION = {
  // why an application was not approved, and what to do about it
  reason_means_affordability: {
    es: 'Con los ingresos y gastos que nos contaste, este préstamo se llevaría demasiado de tu mes.',
    en: 'With the income and expenses you told us, this loan would take too much of your month.',
  },
  reason_action_affordability: {
    es: 'Pide un monto menor o un plazo más largo.',
    en: 'Apply for less, or for a longer term.',
  },
  reason_means_existing_overdue: {
    es: 'Tienes una deuda pendiente con nosotros.',
    en: 'You have an unpaid debt with us.',
  },
  reason_action_existing_overdue: {
    es: 'Págala o acuerda con nosotros un plan de pagos; después puedes volver a pedir.',
    en: 'Pay it or agree a payment plan with us; then you can apply again.',
  },
  reason_means_credit_history: {
    es: 'Un préstamo anterior con nosotros se pagó con mucho atraso.',
    en: 'An earlier loan with us was paid very late.',
  },
  reason_action_credit_history: {
    es: 'A los dos años de ese atraso deja de contar.',
    en: 'Two years after that delay it no longer counts.',
  },
  reason_means_identity_not_confirmed: {
    es: 'No pudimos confirmar que eres tú quien pide el préstamo.',
    en: 'We could not confirm that you are the person applying.',
  },
  reason_action_identity_not_confirmed: {
    es: 'Vuelve a pedir con fotos nítidas de tu documento, o pídenos una nueva revisión.',
    en: 'Apply again with clear photos of your document, or ask us to look again.',
  },
  reason_means_document_unreadable: {
    es: 'No se puede leer un documento que enviaste.',
    en: 'A document you sent cannot be read.',
  },
  reason_action_document_unreadable: {
    es: 'Toma otra vez la foto con buena luz, sin reflejos y con las cuatro esquinas a la vista.',
    en: 'Take the photo again with good light, without glare and with all four corners visible.',
  },
  reason_means_policy_age: {
    es: 'Prestamos a personas desde los 18 años y hasta los 75 en la última fecha de pago.',
    en: 'We lend to people from 18 years of age up to 75 at the last due date.',
  },
  reason_action_policy_age: {
    es: 'Si tu edad no permite este plazo, quizá sí uno más corto.',
    en: 'If your age does not allow this term, a shorter one may.',
  },
  reason_means_policy_income_source: {
    es: 'Todavía no prestamos con este tipo de ingreso.',
    en: 'We do not lend on this kind of income yet.',
  },
  reason_action_policy_income_source: {
    es: 'Si tienes otro ingreso, vuelve a pedir con ese.',
    en: 'If you have another income, apply again with it.',
  },
  reason_means_duplicate_application: {
    es: 'Ya hay una solicitud con tus datos.',
    en: 'There is already an application with your data.',
  },
  reason_action_duplicate_application: {
    es: 'Continúa con la otra, o escríbenos si no es tuya.',
    en: 'Continue the other one, or write to us if it is not yours.',
  },
  reason_means_blocked_region: {
    es: 'Todavía no prestamos en el lugar donde vives.',
    en: 'We do not lend where you live yet.',
  },
  reason_action_blocked_region: {
    es: 'Lo anunciaremos en este sitio cuando lleguemos.',
    en: 'We will say on this site when we do.',
  },
  reason_means_verification_failed: {
    es: 'No pasaron las verificaciones con las que evitamos fraudes a tu nombre.',
    en: 'Our checks against fraud in your name did not pass.',
  },
  reason_action_verification_failed: {
    es: 'Pídenos una nueva revisión: la hará una persona, no un programa.',
    en: 'Ask us to look again: a person will, not a program.',
  },
} satisfies Messages;
