import type { Messages } from '../locale.ts';

/** `/application/new-client`, and what can be wrong with an inquiry anywhere. */
export const NEW_CLIENT = {
  new_client_title: { es: 'Tu documento y tu celular', en: 'Your document and your mobile' },
  new_client_lead: {
    es: 'Aún no te comprometes a nada.',
    en: 'You commit to nothing yet.',
  },
  new_client_chosen: { es: 'Lo que pides', en: 'Your loan' },
  new_client_you_ask: { es: 'Pides', en: 'You apply for' },
  new_client_you_pay_back: { es: 'Devuelves', en: 'You pay back' },
  new_client_due: { es: 'Vence', en: 'Due' },
  new_client_last_due: { es: 'Última cuota', en: 'Last instalment' },
  new_client_asked_little: {
    es: 'Para este monto no pedimos fotos ni referencias.',
    en: 'For this amount we ask for no pictures and no referees.',
  },
  new_client_asked_referees: {
    es: 'Para este monto pedimos el teléfono de alguien que te conozca, y lo llamamos.',
    en: 'For this amount we ask for the telephone of somebody who knows you, and call them.',
  },
  new_client_asked_pictures: {
    es: 'Para este monto pedimos fotos de tu documento y de tu cara, y el teléfono de alguien que te conozca; lo llamamos.',
    en: 'For this amount we ask for pictures of your document and your face, and the telephone of somebody who knows you; we call them.',
  },
  new_client_asked_all: { es: 'Todo lo que pedimos', en: 'All we ask for' },
  new_client_example: {
    es: 'Un ejemplo: aún no elegiste un monto.',
    en: 'An example: you have not chosen an amount yet.',
  },
  new_client_have_account: { es: '¿Ya tienes cuenta?', en: 'Already have an account?' },
  new_client_back: { es: 'Volver a la calculadora', en: 'Back to the calculator' },
  new_client_apply_title: { es: 'Pide tu préstamo', en: 'Apply for your loan' },
  new_client_apply_lead: {
    es: 'Tu cuenta está lista. Todavía no debes nada por este préstamo: firmas al final, si te conviene.',
    en: 'Your account is ready. You owe nothing for this loan yet: you sign at the end, if it suits you.',
  },
  new_client_apply: { es: 'Pedir {amount}', en: 'Apply for {amount}' },
  new_client_sending: { es: 'Estamos enviando tu solicitud', en: 'We are sending your application' },
  new_client_adjusted: {
    es: 'Por ahora podemos prestarte hasta {amount}: tu solicitud va por ese monto.',
    en: 'For now we can lend you up to {amount}: your application is for that amount.',
  },
  'errors.inquiry.application_exists': {
    es: 'Ya tienes una solicitud en curso.',
    en: 'You already have an application under way.',
  },
  'errors.inquiry.active_loan': { es: 'Ya tienes un préstamo vigente.', en: 'You already have an active loan.' },
  'errors.inquiry.reapply_later': {
    es: 'Puedes volver a pedir desde el {date}.',
    en: 'You can apply again from {date}.',
  },
  'errors.inquiry.parameter_missing': {
    es: 'Ahora no podemos calcular préstamos. No pudimos enviarla; no se creó nada: intenta más tarde.',
    en: 'We cannot work out loans right now. We could not send it; nothing was created: try again later.',
  },
  'errors.inquiry.rate_above_cap': {
    es: 'Por ahora no ofrecemos este préstamo. No se creó nada: elige otro o vuelve en unos días.',
    en: 'We are not offering this loan right now. Nothing was created: choose another or come back in a few days.',
  },
  'errors.inquiry.failed': {
    es: 'No pudimos enviarla; no se creó nada. Intenta de nuevo.',
    en: 'We could not send it; nothing was created. Try again.',
  },
  'errors.inquiry.offline': {
    es: 'No hay conexión. No pudimos enviarla; intenta de nuevo cuando vuelva la señal.',
    en: 'There is no connection. We could not send it; try again when you are back online.',
  },
  new_client_continue: { es: 'Continuar con ella', en: 'Continue it' },
  new_client_my_loans: { es: 'Ver mis préstamos', en: 'See my loans' },
} satisfies Messages;
