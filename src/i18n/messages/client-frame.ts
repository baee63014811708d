import type { Messages } from '../locale.ts';

/** In the banner for what was pressed, in its place for what a screen loads (product-spec §8). */
const NOT_ALLOWED = { es: 'No tienes permiso para hacer esto', en: 'You are not allowed to perform this action' };

/** The frame of the client area: what may stand around or above any of its screens. */
export const CLIENT_FRAME = {
  header_account: { es: 'Mi perfil', en: 'My profile' },
  header_account_of: { es: 'Mi perfil: {name}', en: 'My profile: {name}' },
  header_my_account: { es: 'Mi cuenta', en: 'My account' },
  header_my_loans: { es: 'Mis préstamos', en: 'My Loans' },
  header_my_profile: { es: 'Mi perfil', en: 'My profile' },
  header_notifications: { es: 'Avisos', en: 'Notifications' },
  header_log_out: { es: 'Cerrar sesión', en: 'Log out' },
  interface_not_allowed: NOT_ALLOWED,
  interface_failed: {
    es: 'Algo falló de nuestro lado. Vuelve a intentarlo en un momento.',
    en: 'Something failed on our side. Try again in a moment.',
  },
  client_description: {
    es: 'Tu cuenta: lo que debes, tus pagos y tus documentos.',
    en: 'Your loan account: what you owe, your payments and your documents.',
  },
  client_no_script: {
    es: 'Esta página necesita JavaScript. Actívalo en tu navegador o llámanos.',
    en: 'This page needs JavaScript. Turn it on in your browser, or call us.',
  },
  client_loading: { es: 'Cargando', en: 'Loading' },
  client_retry: { es: 'Intentar de nuevo', en: 'Try again' },
  client_failed: { es: 'Una parte de esta página no cargó', en: 'A part of this page did not load' },
  client_failed_text: {
    es: 'Revisa tu conexión e intenta de nuevo. Lo que ya enviaste no se pierde.',
    en: 'Check your connection and try again. Nothing you have already sent is lost.',
  },
  client_data_failed: { es: 'No pudimos cargar esto', en: 'We could not load this' },
  client_data_failed_text: {
    es: 'La falla es nuestra. Intenta de nuevo en un momento.',
    en: 'The problem is on our side. Try again in a moment.',
  },
  client_not_allowed: NOT_ALLOWED,
  client_not_allowed_text: {
    es: 'Cierra la sesión y vuelve a entrar. Si no cambia, escríbenos: nuestros datos están al pie.',
    en: 'Log out and sign in again. If that changes nothing, write to us: our contacts are at the foot of the page.',
  },
  client_needs_proof: { es: 'Necesitamos saber que eres tú', en: 'We need to make sure it is you' },
  client_needs_proof_text: {
    es: 'Para mostrarte esto te pedimos un código o tu contraseña.',
    en: 'Before we show you this, we need a code or your password.',
  },
  client_prove: { es: 'Confirmar que soy yo', en: 'Confirm that it is me' },
  client_too_many: {
    es: 'Hubo demasiadas consultas a la vez. Inténtalo de nuevo en un momento.',
    en: 'There were too many requests at once. Try again in a moment.',
  },
  client_stale: {
    es: 'Visto hoy {time}. Los montos pueden haber cambiado.',
    en: 'Seen today at {time}. The amounts may have changed.',
  },
  client_stale_day: {
    es: 'Visto el {date} a las {time}. Los montos pueden haber cambiado.',
    en: 'Seen on {date} at {time}. The amounts may have changed.',
  },
  client_refresh: { es: 'Actualizar', en: 'Refresh' },
  client_offline: { es: 'Sin conexión', en: 'You are offline' },
  client_offline_text: {
    es: 'Esto es lo último que cargó. Podrás enviar y pagar cuando vuelva la señal.',
    en: 'This is the last that loaded. Sending and paying work again when you are back online.',
  },
  client_state_unknown: {
    es: 'No pudimos revisar en qué va tu trámite. Lo que ves aquí puede haber cambiado.',
    en: 'We could not check how your application is going. What you see here may have changed.',
  },
  client_maintenance: { es: 'Estamos en mantenimiento', en: 'We are doing maintenance' },
  client_maintenance_text: {
    es: 'Volvemos pronto. En unos minutos esta página lo intenta de nuevo por sí sola.',
    en: 'We will be back soon. In a few minutes this page tries again by itself.',
  },
  client_error: { es: 'Error', en: 'Error' },
  client_step: { es: 'Paso {step} de {total}', en: 'Step {step} of {total}' },
  client_step_alone: { es: 'Paso {step}', en: 'Step {step}' },
  client_show_password: { es: 'Mostrar contraseña', en: 'Show password' },
  client_hide_password: { es: 'Ocultar contraseña', en: 'Hide password' },
  client_day: { es: 'Día', en: 'Day' },
  client_month: { es: 'Mes', en: 'Month' },
  client_year: { es: 'Año', en: 'Year' },
  client_file_other: { es: 'Elegir otro', en: 'Choose another' },
  client_file_remove: { es: 'Quitar', en: 'Remove' },
  client_file_sending: { es: 'Enviando tu archivo', en: 'Sending your file' },
  'errors.form.failed': {
    es: 'No pudimos enviarlo. No se guardó nada: intenta de nuevo en un momento.',
    en: 'We could not send it. Nothing was saved: try again in a moment.',
  },
  'errors.form.maintenance': {
    es: 'Estamos en mantenimiento y volvemos pronto. Inténtalo de nuevo en unos minutos.',
    en: 'We are doing maintenance and will be back soon. Try again in a few minutes.',
  },
  'errors.form.offline': {
    es: 'No hay conexión. Lo que escribiste sigue aquí: envíalo cuando vuelva la señal.',
    en: 'There is no connection. What you typed is still here: send it when you are back online.',
  },
  'errors.form.too_many_requests': {
    es: 'Demasiados intentos seguidos. Espera un poco e intenta de nuevo.',
    en: 'Too many attempts in a row. Wait a little and try again.',
  },
  'errors.form.too_many_until': {
    es: 'Demasiados intentos seguidos. Puedes intentar de nuevo desde las {time}.',
    en: 'Too many attempts in a row. You can try again from {time}.',
  },
  'errors.form.too_many_until_day': {
    es: 'Demasiados intentos seguidos. Puedes intentar de nuevo desde el {date} a las {time}.',
    en: 'Too many attempts in a row. You can try again from {date} at {time}.',
  },
  code_other_way: {
    es: '¿No puedes esperar? Una persona te ayuda:',
    en: 'Cannot wait? A person can help you:',
  },
  code_over: {
    es: 'Ese código ya no sirve: venció o se probó demasiadas veces. Pide otro.',
    en: 'This code no longer works: it has expired, or it was tried too many times. Get another one.',
  },
  'errors.form.conflict': {
    es: 'Algo cambió mientras tanto. Vuelve a abrir la página para ver cómo está.',
    en: 'Something changed in the meantime. Open the page again to see how things stand.',
  },
  'errors.form.gone': { es: 'Esto ya venció. Empieza de nuevo.', en: 'This has expired. Start again.' },
  idle_title: { es: '¿Sigues ahí?', en: 'Are you still there?' },
  idle_text: {
    es: 'Por seguridad cerramos tu sesión en {time}. Lo que escribiste queda guardado.',
    en: 'For your security we will close your session in {time}. What you typed is kept.',
  },
  idle_spoken: { es: 'Quedan {time}', en: '{time} left' },
  idle_seconds: { es: '{count} segundos', en: '{count} seconds' },
  idle_leave: { es: 'Cerrar sesión', en: 'Log out' },
  idle_stay: { es: 'Seguir aquí', en: 'Stay here' },
  idle_offline: {
    es: 'Sin conexión no podemos mantener abierta tu sesión. Intenta de nuevo cuando vuelva la señal.',
    en: 'You are offline, so we cannot keep your session open. Try again when you are back online.',
  },
  idle_failed: {
    es: 'No pudimos mantener abierta tu sesión. Intenta de nuevo en un momento.',
    en: 'We could not keep your session open. Try again in a moment.',
  },
  reauth_title: { es: 'Confirma que eres tú', en: 'Confirm it is you' },
  reauth_text_full: {
    es: 'Pasó un rato. Confirma que eres tú para volver a ver tus datos; sigues donde te quedaste.',
    en: 'It has been a while. Confirm it is you to see your data again; you carry on where you left off.',
  },
  reauth_text_purpose: {
    es: 'Antes de seguir nos aseguramos de que eres tú quien lo pide.',
    en: 'Before we continue, we make sure it is really you.',
  },
  reauth_password: { es: 'Tu contraseña', en: 'Your password' },
  reauth_code: { es: 'Código del SMS', en: 'Code from the SMS' },
  reauth_code_mail: { es: 'Código del correo', en: 'Code from the e-mail' },
  reauth_code_sent: { es: 'Lo enviamos a {phone}.', en: 'We sent it to {phone}.' },
  reauth_code_send: { es: 'Enviarme un código por SMS', en: 'Send me a code by SMS' },
  reauth_code_again: { es: 'Enviar otro código', en: 'Send another code' },
  reauth_code_again_in: { es: 'Enviar otro código en {count} s', en: 'Send another code in {count} s' },
  reauth_use_password: { es: 'Usar mi contraseña', en: 'Use my password' },
  reauth_go: { es: 'Confirmar', en: 'Confirm' },
  reauth_cancel: { es: 'Ahora no', en: 'Not now' },
} satisfies Messages;
