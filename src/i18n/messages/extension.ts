import type { Messages } from '../locale.ts';

/** Moving the due date of a loan: its price, the choice, and why it cannot be had. */
export const EXTENSION = {
  extend_option: { es: '{count} días más', en: '{count} more days' },
  extend_option_note: { es: 'Nueva fecha: {date}', en: 'New date: {date}' },
  extend_none: { es: 'Por ahora no se puede mover la fecha', en: 'The date cannot be moved right now' },
  extend_none_no_active_loan: { es: 'No tienes un préstamo por pagar.', en: 'You have no loan to pay.' },
  extend_none_not_a_single_payment: {
    es: 'Solo se extienden los préstamos de un solo pago. El tuyo es en cuotas.',
    en: 'Only loans with a single payment can be extended. Yours is in instalments.',
  },
  extend_none_loan_not_active: {
    es: 'Tu préstamo todavía no empieza, o ya terminó.',
    en: 'Your loan has not begun yet, or has ended.',
  },
  extend_none_parameter_missing: {
    es: 'Hoy no podemos calcular el precio de una extensión. Puedes pagar tu préstamo como siempre; inténtalo otra vez mañana.',
    en: 'We cannot work out the price of an extension today. You can pay your loan as usual; please try again tomorrow.',
  },
  extend_none_on_a_plan: {
    es: 'Ya tienes un acuerdo para este préstamo.',
    en: 'You already have an arrangement for this loan.',
  },
  extend_none_too_late: {
    es: 'Pasaron más de 15 días desde la fecha. Ahora te conviene más un plan de pagos.',
    en: 'More than 15 days have passed since the date. A payment plan suits you better now.',
  },
  extend_none_top_up_in_progress: {
    es: 'Tu ampliación está en camino. Cuando llegue podrás mover la fecha.',
    en: 'Your top-up is on its way. Once it has arrived you can move the date.',
  },
  extend_none_too_many_extensions: {
    es: 'Ya extendiste tres veces seguidas. Para que no sea interminable, ahora te conviene más un plan de pagos.',
    en: 'You have extended three times in a row. So that it does not go on for ever, a payment plan suits you better now.',
  },
  extend_none_too_long: {
    es: 'La fecha ya no se puede alejar más de la primera. Ahora te conviene más un plan de pagos.',
    en: 'The date cannot be moved any further from the first one. A payment plan suits you better now.',
  },
  extend_to_loan: { es: 'Ver mi préstamo', en: 'See my loan' },
  extend_info_table: { es: 'Cuánto cuesta cada plazo', en: 'What each term costs' },
  extend_info_term: { es: 'Plazo', en: 'Term' },
  extend_info_date: { es: 'Nueva fecha', en: 'New date' },
  extend_info_price: { es: 'Pagas hoy', en: 'You pay today' },
  extend_info_total: { es: 'En total, en soles', en: 'In total, in soles' },
  extend_info_now: {
    es: 'Si pagaras todo hoy: {amount}.',
    en: 'If you paid everything today: {amount}.',
  },
  extend_info_interest: {
    es: 'El precio incluye el interés de los días nuevos, la comisión de extensión y el IGV. Si estás atrasado, también lo que corrió hasta hoy.',
    en: 'The price includes the interest for the new days, the extension fee and IGV. If you are late, also what has run until today.',
  },
  extend_info_principal: {
    es: 'Lo que debes sigue igual: no se suma nada a tu préstamo.',
    en: 'What you owe stays the same: nothing is added to your loan.',
  },
  extend_info_limit: {
    es: 'Como máximo tres veces seguidas, y 90 días en total.',
    en: 'At most three times in a row, and 90 days in total.',
  },
  extend_info_level: { es: 'No le quita puntos a tu nivel.', en: 'It does not take points from your level.' },
  extend_info_rules: { es: 'Antes de decidir', en: 'Before you decide' },
  extend_info_go: { es: 'Elegir otra fecha', en: 'Choose a new date' },
  extend_title: { es: 'Mueve tu fecha de pago', en: 'Move your due date' },
  extend_lead: {
    es: 'La fecha se mueve cuando llega el pago, según el día en que pagaste.',
    en: 'The date moves when the payment arrives, according to the day you paid.',
  },
  extend_term: { es: 'Por cuánto tiempo', en: 'For how long' },
  extend_method: { es: 'Cómo la pagas', en: 'How you pay it' },
  extend_price: { es: 'Cuánto cuesta', en: 'What it costs' },
  extend_price_today: { es: 'Pagas hoy', en: 'You pay today' },
  extend_from: { es: 'Tu fecha actual', en: 'Your current date' },
  extend_to: { es: 'Tu nueva fecha', en: 'Your new date' },
  extend_arrears_interest: { es: 'Interés de los días de atraso', en: 'Interest for the days you are late' },
  extend_arrears_vat: { es: 'IGV de esos días', en: 'IGV for those days' },
  extend_arrears_moratory: { es: 'Interés moratorio', en: 'Late interest' },
  extend_interest: { es: 'Interés de los días nuevos', en: 'Interest for the new days' },
  extend_vat: { es: 'IGV', en: 'IGV' },
  extend_sum: { es: 'Pagas hoy', en: 'You pay today' },
  extend_whole: { es: 'Precio', en: 'Price' },
  extend_paid_part: { es: 'Ya pagaste', en: 'Already paid' },
  extend_left: { es: 'Te falta pagar hoy', en: 'Left to pay today' },
  extend_rest: { es: 'Lo que pagas el {date}', en: 'What you pay on {date}' },
  extend_then: { es: 'En total con esta extensión', en: 'In total with this extension' },
  extend_compare: { es: 'Si pagaras todo hoy', en: 'If you paid everything today' },
  extend_tcea: { es: 'TCEA con la extensión', en: 'TCEA with the extension' },
  extend_tcea_why: {
    es: 'Hoy pagas {price} y el {date} pagas {rest}, además de lo que hayas pagado antes. La TCEA es la tasa anual, con intereses, comisiones e IGV, a la que todos esos pagos valen lo mismo que lo que recibiste.',
    en: 'You pay {price} today and {rest} on {date}, as well as anything you have paid before. The TCEA is the yearly rate, with interest, fees and IGV, at which all those payments are worth what you received.',
  },
  extend_until: {
    es: 'Este precio vale hasta el {date} a las 23:59.',
    en: 'This price is valid until {date} at 23:59.',
  },
  extend_accept: {
    es: 'Pago {amount} para mover la fecha al {date}. Lo que debo sigue igual.',
    en: 'I pay {amount} to move the date to {date}. What I owe stays the same.',
  },
  extend_go: { es: 'Extender y pagar {amount}', en: 'Extend and pay {amount}' },
  extend_stale: {
    es: 'Estas cifras pueden ser antiguas. Actualiza antes de pagar.',
    en: 'These figures may be old. Refresh before you pay.',
  },
  extend_in_progress: {
    es: 'Estamos confirmando un pago tuyo. Espera a que termine, para no pagar dos veces.',
    en: 'A payment of yours is being confirmed. Wait until it is, so that you do not pay twice.',
  },
  extend_expired: {
    es: 'El precio venció. Este es el de hoy.',
    en: 'The price has expired. This is today’s.',
  },
  extend_closed: { es: 'Este préstamo ya está pagado.', en: 'This loan is paid already.' },
  extend_contact: {
    es: 'Para pagar así necesitamos tu correo. Agrégalo en Mi perfil.',
    en: 'To pay this way we need your e-mail. Add it in My profile.',
  },
  extend_short: {
    es: 'Tu último pago por una extensión llegó tarde y faltaban {missing}, así que lo usamos para pagar tu préstamo.',
    en: 'Your last payment for an extension came too late and was {missing} short, so we used it to pay your loan.',
  },
  extend_waiting_see: { es: 'Ver ese pago', en: 'See that payment' },
  extend_over: {
    es: 'Tu último pago por una extensión llegó cuando tu préstamo ya no se podía extender, así que lo usamos para pagar tu préstamo.',
    en: 'Your last payment for an extension came when your loan could no longer be extended, so we used it to pay your loan.',
  },
  extend_part: {
    es: 'Recibimos una parte. Te faltan {missing} para mover tu fecha al {date}. Si los pagas hoy, lo que ya pagaste cuenta para la extensión; si no, se queda como pago de tu préstamo.',
    en: 'We have received part of it. You still have {missing} to pay to move your date to {date}. If you pay it today, what you have already paid counts towards the extension; if not, it stays as a payment of your loan.',
  },
  extend_part_over: {
    es: 'Tu última extensión no se completó: te faltaron {missing}. Lo que pagaste se usó para pagar tu préstamo.',
    en: 'Your last extension was not completed: you were {missing} short. What you paid was used to pay your loan.',
  },
  extend_reversed: {
    es: 'El pago de tu última extensión se devolvió, así que tu fecha volvió a ser la de antes.',
    en: 'The payment of your last extension was returned, so your date is the earlier one again.',
  },
  extend_waiting: {
    es: 'Esperamos tu pago de {amount}. Cuando llegue, la fecha se mueve al {date}.',
    en: 'We are waiting for your payment of {amount}. When it arrives, the date moves to {date}.',
  },
  'errors.method.required': { es: 'Elige cómo pagas.', en: 'Choose how you pay.' },
} satisfies Messages;
