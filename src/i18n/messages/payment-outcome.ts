import type { Messages } from '../locale.ts';

/** The outcome of a payment: confirmed, still unknown, received or failed. */
export const PAYMENT_OUTCOME = {
  completed_page: { es: 'Tu pago', en: 'Your payment' },
  confirming_title: { es: 'Estamos confirmando tu pago', en: 'We are confirming your payment' },
  confirming_text: {
    es: 'No pagues de nuevo: el banco tiene la orden y le estamos preguntando cómo terminó. Esta página cambia sola.',
    en: 'Do not pay again: the bank has the order and we are asking how it ended. This page updates by itself.',
  },
  confirming_close: {
    es: 'Puedes cerrarla: seguimos preguntando y te avisamos.',
    en: 'You can close it: we keep asking and will tell you.',
  },
  confirming_not_paid: { es: 'Este pago aún no se hizo', en: 'This payment is not paid yet' },
  confirming_not_paid_text: {
    es: 'No se cobró nada. Puedes seguir con él o pagar de otra forma.',
    en: 'Nothing was charged. You can continue it or pay in another way.',
  },
  confirming_go_on: { es: 'Seguir con él', en: 'Continue it' },
  neutral_title: { es: 'Gracias, ya volviste', en: 'Thank you, and welcome back' },
  neutral_text: {
    es: 'Para ver cómo terminó tu pago, entra a tu cuenta. No pagues de nuevo antes de verlo.',
    en: 'To see how your payment ended, sign in. Do not pay again before you have seen it.',
  },
  neutral_sign_in: { es: 'Entrar', en: 'Sign in' },
  paid_tag: { es: 'Recibimos {amount}', en: 'We received {amount}' },
  paid_left: { es: 'Te queda por pagar', en: 'Left to pay' },
  paid_left_over: { es: 'Ya no debes nada', en: 'You owe nothing any more' },
  paid_certificate: { es: 'Ver mi constancia', en: 'See my certificate' },
  paid_left_nothing: { es: 'Este préstamo está pagado.', en: 'This loan is paid.' },
  paid_left_see: { es: 'Míralo en Mis préstamos.', en: 'See it under My Loans.' },
  paid_next: { es: 'Lo próximo', en: 'Next' },
  paid_next_on: { es: 'Vence', en: 'Due' },
  paid_receipt: { es: 'Tu recibo', en: 'Your receipt' },
  paid_title: { es: 'Tu pago llegó', en: 'Your payment has arrived' },
  paid_title_closed: { es: 'Terminaste de pagar tu préstamo', en: 'Your loan is paid off' },
  paid_title_disputed: { es: 'Tu banco está revisando este pago', en: 'Your bank is looking into this payment' },
  paid_lead: {
    es: 'Cuenta desde el día en que pagaste. Esto es lo que pagó.',
    en: 'It counts from the day you paid. This is what it paid.',
  },
  paid_lead_closed: {
    es: 'Ya no debes nada de él. La constancia está en tus documentos.',
    en: 'You owe nothing more on it. The certificate is among your documents.',
  },
  paid_lead_top_up: {
    es: 'Pagaste todo lo que debías hasta hoy. Tu préstamo sigue abierto porque tu ampliación está en camino.',
    en: 'You paid all you owed up to today. Your loan stays open because your top-up is on its way.',
  },
  paid_lead_unapplied: {
    es: 'La plata está con nosotros y la estamos aplicando a tu préstamo. No tienes que hacer nada.',
    en: 'The money is with us and we are assigning it to your loan. You do not have to do anything.',
  },
  paid_lead_disputed: {
    es: 'Cuenta como pagado hasta que el banco decida.',
    en: 'It counts as paid until the bank decides.',
  },
  paid_less: {
    es: 'Empezaste un pago de {asked} y llegaron {received}. Eso es lo que cuenta.',
    en: 'You started a payment of {asked} and {received} arrived. That is what counts.',
  },
  paid_more: {
    es: 'Empezaste un pago de {asked} y llegaron {received}. Lo que sobra es tuyo: míralo en Mis préstamos.',
    en: 'You started a payment of {asked} and {received} arrived. The rest is yours: see it in My loans.',
  },
  paid_received: { es: 'Recibido', en: 'Received' },
  paid_on: { es: 'Pagado el', en: 'Paid on' },
  paid_by: { es: 'Forma de pago', en: 'Way of paying' },
  paid_card: { es: 'Tarjeta', en: 'Card' },
  paid_loan: { es: 'Préstamo', en: 'Loan' },
  paid_number: { es: 'Número de pago', en: 'Payment number' },
  paid_goes: { es: 'Qué pagó', en: 'What it paid' },
  paid_documents: { es: 'Recibos y documentos', en: 'Receipts and documents' },
  paid_extended: {
    es: 'Tu fecha se movió al {date}. La adenda está en tus documentos.',
    en: 'Your date has moved to {date}. The addendum is among your documents.',
  },
  paid_extension_short: {
    es: 'Tu fecha no se movió: el día que pagaste faltaban {missing}. Tu dinero pagó tu préstamo, como ves aquí abajo.',
    en: 'Your date has not moved: you were {missing} short on the day you paid. Your money paid your loan, as you see below.',
  },
  paid_extension_part: {
    es: 'Tu fecha todavía no se mueve: te faltan {missing}. Págalos hasta el {date} y se moverá. Mientras tanto tu dinero paga tu préstamo, como ves aquí abajo.',
    en: 'Your date has not moved yet: you still have {missing} to pay. Pay it by {date} and it will. Meanwhile your money pays your loan, as you see below.',
  },
  paid_extension_over: {
    es: 'Tu fecha no se movió: el día que pagaste tu préstamo ya no se podía extender. Tu dinero pagó tu préstamo, como ves aquí abajo.',
    en: 'Your date has not moved: on the day you paid, your loan could no longer be extended. Your money paid your loan, as you see below.',
  },
  failed_title_FAILED: { es: 'El pago no se hizo', en: 'The payment did not go through' },
  failed_title_EXPIRED: { es: 'Se acabó el tiempo de este pago', en: 'The time for this payment ran out' },
  failed_title_CANCELLED: { es: 'Dejaste este pago', en: 'You cancelled this payment' },
  failed_title_REFUND_PENDING: { es: 'Estamos devolviendo este pago', en: 'We are refunding this payment' },
  failed_title_REFUNDED: { es: 'Este pago se devolvió', en: 'This payment was refunded' },
  failed_title_REVERSED: { es: 'Tu banco retiró este pago', en: 'Your bank took this payment back' },
  failed_text_EXPIRED: {
    es: 'No se pagó a tiempo. Empieza otro cuando quieras.',
    en: 'It was not paid in time. Start another whenever you like.',
  },
  failed_text_CANCELLED: {
    es: 'No se cobró nada. Empieza otro cuando quieras.',
    en: 'Nothing was charged. Start another whenever you like.',
  },
  failed_text_REFUND_PENDING: {
    es: 'La plata regresa por donde vino. No cuenta para tu préstamo.',
    en: 'The money goes back the way it came. It does not count towards your loan.',
  },
  failed_text_REFUNDED: {
    es: 'La plata regresó por donde vino. No cuenta para tu préstamo.',
    en: 'The money went back the way it came. It does not count towards your loan.',
  },
  failed_text_REVERSED: {
    es: 'Ya no cuenta para tu préstamo: lo que había pagado se debe otra vez.',
    en: 'It no longer counts towards your loan: what it had paid is owed again.',
  },
  failed_text_unknown: {
    es: 'No sabemos por qué. Inténtalo de nuevo o paga de otra forma.',
    en: 'We do not know why. Try again or pay in another way.',
  },
  'failed_text_insufficient-funds': {
    es: 'La tarjeta no tiene saldo suficiente. Usa otra o paga un monto menor.',
    en: 'The card does not have enough balance. Use another or pay a smaller amount.',
  },
  'failed_text_expired-card': { es: 'La tarjeta está vencida. Usa otra.', en: 'The card has expired. Use another.' },
  'failed_text_invalid-card': {
    es: 'El banco no reconoce esta tarjeta. Revisa el número o usa otra.',
    en: 'The bank does not recognise this card. Check the number or use another.',
  },
  'failed_text_wrong-security-code': {
    es: 'El código de seguridad no es correcto. Revisa los tres números del reverso.',
    en: 'The security code is not right. Check the three digits on the back.',
  },
  'failed_text_wrong-pin': {
    es: 'La clave de la tarjeta no es correcta.',
    en: 'The PIN or password of the card is not right.',
  },
  'failed_text_not-permitted': {
    es: 'Tu banco no permite compras por internet con esta tarjeta. Actívalas en su app o usa otra.',
    en: 'Your bank does not allow online purchases with this card. Switch them on in its app or use another.',
  },
  'failed_text_amount-not-permitted': {
    es: 'El monto pasa el límite de la tarjeta. Paga un monto menor o usa otra.',
    en: 'The amount is over the limit of the card. Pay a smaller amount or use another.',
  },
  'failed_text_contact-bank': {
    es: 'Tu banco quiere que lo llames antes de aceptar este pago.',
    en: 'Your bank wants you to call it before it accepts this payment.',
  },
  'failed_text_try-later': {
    es: 'Tu banco no responde ahora. Inténtalo en unos minutos.',
    en: 'Your bank is not responding right now. Try again in a few minutes.',
  },
  'failed_text_our-side': {
    es: 'Algo falló de nuestro lado. Inténtalo en unos minutos o paga de otra forma.',
    en: 'Something went wrong on our side. Try again in a few minutes or pay in another way.',
  },
  failed_text_refused: {
    es: 'La tarjeta no pasó y el banco no dice por qué. Pregúntale o usa otra.',
    en: 'The card was declined and the bank does not say why. Ask it, or use another.',
  },
  'failed_text_no-such-credit': {
    es: 'La transferencia no está en el estado de cuenta de nuestro banco. Revisa la operación y la cuenta, y envíala de nuevo.',
    en: 'The transfer is not in the statement of our bank. Check the transaction number and the account, and send it again.',
  },
  'failed_text_loan-closed': {
    es: 'El préstamo se pagó mientras tanto, así que no se cobró nada.',
    en: 'The loan was paid in the meantime, so nothing was charged.',
  },
  'failed_text_amount-changed': {
    es: 'Lo que debes cambió mientras tanto, así que no se cobró nada.',
    en: 'The amount owed changed in the meantime, so nothing was charged.',
  },
  'failed_text_payment-in-progress': {
    es: 'Se estaba confirmando otro pago, así que no se cobró nada.',
    en: 'Another payment was being confirmed, so nothing was charged.',
  },
  failed_not_charged: {
    es: 'No se cobró nada. Si tu banco muestra el monto retenido, lo libera solo.',
    en: 'Nothing was charged. If your bank shows the amount as held, it will release it by itself.',
  },
  failed_late_money: {
    es: 'Si lo pagaste de todos modos, cuenta: lo verás aquí en cuanto llegue.',
    en: 'If you paid it all the same, it counts: you will see it here as soon as it arrives.',
  },
  failed_amount: { es: 'Monto', en: 'Amount' },
  failed_loan: { es: 'Préstamo', en: 'Loan' },
  failed_by_code: { es: 'Pagar con un código', en: 'Pay with a code' },
  failed_again: { es: 'Intentar de nuevo', en: 'Try again' },
  loader_title: { es: 'Abriendo tu pago', en: 'Opening your payment' },
  loader_lead: { es: 'Un momento: estamos viendo en qué va.', en: 'One moment: we are checking how it is going.' },
} satisfies Messages;
