import type { Messages } from '../locale.ts';

/** The log of the uses of an account: the person and the purpose of each. */
export const ACCESS_LOG = {
  settings_log: { es: 'Quién usó tu cuenta', en: 'Who has used your account' },
  settings_log_more: { es: 'Lo anterior ({count})', en: 'Earlier ({count})' },
  settings_log_text: {
    es: 'Las últimas cien veces, también las de nuestro equipo.',
    en: 'The last hundred times, including by our team.',
  },
  settings_log_none: {
    es: 'Todavía no hay nada. Cada inicio de sesión aparecerá aquí con su fecha.',
    en: 'There is nothing yet. Every sign-in will appear here with its date.',
  },
  settings_log_staff: { es: '{name}, de nuestro equipo', en: '{name}, from our team' },
  settings_log_SIGN_IN: { es: 'Inicio de sesión', en: 'Signed in' },
  settings_log_SIGN_OUT: { es: 'Cierre de sesión', en: 'Logged out' },
  settings_log_SESSION_ENDED: { es: 'Sesiones cerradas', en: 'Sessions closed' },
  settings_log_REGISTRATION_TRIED: {
    es: 'Alguien intentó registrarse con tu documento',
    en: 'Somebody tried to register with your document',
  },
  settings_log_PASSWORD_CHANGED: { es: 'Contraseña cambiada', en: 'Password changed' },
  settings_log_PASSKEY_SIGN_IN: { es: 'Inicio de sesión con llave de acceso', en: 'Signed in with a passkey' },
  settings_log_PASSKEY_ADDED: { es: 'Llave de acceso agregada', en: 'Passkey added' },
  settings_log_PASSKEY_REMOVED: { es: 'Llave de acceso quitada', en: 'Passkey removed' },
  settings_log_IMPERSONATION: { es: 'Soporte vio tu cuenta', en: 'Support looked at your account' },
  settings_log_DATA_EXPORT: { es: 'Se entregaron tus datos', en: 'Your data were handed over' },
  settings_log_EMAIL_CHANGED: { es: 'Correo cambiado', en: 'E-mail changed' },
  settings_log_PHONE_CHANGED: { es: 'Celular cambiado', en: 'Mobile changed' },
  settings_log_BANK_ACCOUNT_CHANGED: { es: 'Cuenta bancaria cambiada', en: 'Bank account changed' },
  settings_log_DATA_REQUESTED: { es: 'Solicitud sobre tus datos', en: 'Request about your data' },
  settings_log_CLOSING_ASKED: { es: 'Cierre de cuenta solicitado', en: 'Account closure requested' },
  settings_log_CLOSING_UNDONE: { es: 'Cuenta conservada', en: 'Account kept' },
  settings_log_APPLICATION_SEEN: { es: 'Vimos tu solicitud', en: 'We looked at your application' },
  settings_log_FILE_SEEN: { es: 'Vimos un archivo o documento tuyo', en: 'We looked at a file or paper of yours' },
  settings_log_PHONE_SEEN: { es: 'Vimos tu número para llamarte', en: 'We saw your number to call you' },
  settings_log_ASSISTED: { es: 'Soporte llenó datos por ti', en: 'Support filled in data for you' },
  settings_log_LOAN_MADE: { es: 'Registramos un préstamo a tu nombre', en: 'We entered a loan in your name' },
} satisfies Messages;
