import type { StaffWords } from './staff-acts.ts';

/** Words of the script for passkeys, which pages without one do not carry. */
export const PASSKEY_SCRIPT = {
  offer: { es: 'Entrar con tu llave de acceso', en: 'Sign in with your passkey' },
  none: {
    es: 'Este navegador no tiene llaves de acceso: usa otro, o uno más nuevo.',
    en: 'This browser has no passkeys: use another one, or a newer one.',
  },
} as const satisfies Readonly<Record<string, StaffWords>>;

/** Words of the ways in, and of a colleague's own account. */
export const WAY_IN = {
  invited: {
    es: 'Escanea el cuadro con tu aplicación de autenticación, o escribe la clave en ella. Vale desde el primer código correcto; si recargas esta página, empiezas otra vez con la misma invitación.',
    en: 'Scan the square with your authenticator app, or type the key into it. It counts from the first right code; if you reload this page, you begin again with the same invitation.',
  },
  open_app: { es: 'Abrir la aplicación en este teléfono', en: 'Open the app on this phone' },
  your_app: { es: 'Tu aplicación de códigos', en: 'Your authenticator app' },
  app_key: { es: 'Clave', en: 'Key' },
  in_force: { es: 'Tu contraseña y tu aplicación ya valen', en: 'Your password and your app are in force' },
  keep_codes: {
    es: 'Guarda estos ocho códigos donde no esté tu teléfono: cada uno vale una vez en lugar del código de la aplicación. No se muestran otra vez.',
    en: 'Keep these eight codes where your phone is not: each counts once in place of the code of the app. They are not shown again.',
  },
  begin_again: { es: 'Empezar otra vez', en: 'Begin again' },
  use_passkey: {
    es: 'Tu navegador pregunta ahora por tu llave de acceso. Si cerraste la ventana, pulsa el botón.',
    en: 'Your browser now asks for your passkey. If you closed the window, press the button.',
  },
  passkey_on: { es: 'Usar la llave', en: 'Use the passkey' },
  passkey_place: {
    es: 'Una llave de acceso sirve en una sola dirección del escritorio: por un túnel, localhost; por la red, su nombre. Agrega una para cada una.',
    en: 'A passkey works at one address of the desk: through a tunnel localhost, through the network its name. Add one for each.',
  },
  must_add: {
    es: 'Tu rol entra con llave de acceso: agrega una para seguir.',
    en: 'Your role signs in with a passkey: add one to go on.',
  },
  new_passkey: {
    es: 'Se agregó la llave {name} a tu cuenta el {day}. Si no fuiste tú, quítala y avisa a un administrador.',
    en: 'The passkey {name} was added to your account on {day}. If it was not you, remove it and tell an administrator.',
  },
  form_proved: {
    es: 'Usaste tu llave. Todavía no se ha hecho nada: revisa lo que escribiste y envíalo.',
    en: 'You used your passkey. Nothing has been done yet: check what you typed and send it.',
  },
} as const satisfies Readonly<Record<string, StaffWords>>;
