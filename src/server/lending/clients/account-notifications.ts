import type { NotificationsOf } from './notification-kind.ts';

type Nothing = Readonly<Record<never, never>>;

/** They have nothing to fill in. */
export interface AccountNotificationParams {
  readonly 'email-changing': Nothing;
  readonly 'phone-changing': Nothing;
  readonly 'account-changing': Nothing;
  readonly 'changes-stopped': Nothing;
  readonly 'passkey-adding': Nothing;
  readonly 'passkeys-removed': Nothing;
}

/** The letters and SMS with the link that stops it have left already, to the channels of before (decision 0116). */
const CHANGING = {
  version: 3,
  severity: 'WARNING',
  link: 'profile-settings',
  purpose: 'service',
  channels: [],
} as const;

/** News of the account itself. */
export const ACCOUNT_NOTIFICATIONS: NotificationsOf<AccountNotificationParams> = {
  'email-changing': {
    ...CHANGING,
    title: { es: 'Pidieron cambiar tu correo', en: 'A change of your e-mail was requested' },
    body: {
      es: 'El cambio se aplica 24 horas después de confirmarse. Hasta entonces usamos el de ahora y no te enviamos dinero. Si no fuiste tú, anúlalo en Mi perfil.',
      en: 'The change takes effect 24 hours after it is confirmed. Until then we use the present one and send you no money. If it was not you, stop it in My profile.',
    },
    sms: { es: 'pidieron cambiar tu correo.', en: 'a change of your e-mail was requested.' },
  },
  'phone-changing': {
    ...CHANGING,
    title: { es: 'Pidieron cambiar tu celular', en: 'A change of your mobile was requested' },
    body: {
      es: 'El cambio se aplica en 24 horas. Hasta entonces usamos el de ahora y no te enviamos dinero. Si no fuiste tú, anúlalo en Mi perfil.',
      en: 'The change takes effect in 24 hours. Until then we use the present one and send you no money. If it was not you, stop it in My profile.',
    },
    sms: { es: 'pidieron cambiar tu celular.', en: 'a change of your mobile was requested.' },
  },
  'account-changing': {
    ...CHANGING,
    title: { es: 'Pidieron cambiar tu cuenta bancaria', en: 'A change of your bank account was requested' },
    body: {
      es: 'El cambio se aplica en 24 horas. Hasta entonces no te enviamos dinero. Si no fuiste tú, anúlalo en Mi perfil.',
      en: 'The change takes effect in 24 hours. Until then we send you no money. If it was not you, stop it in My profile.',
    },
    sms: { es: 'pidieron cambiar tu cuenta bancaria.', en: 'a change of your bank account was requested.' },
  },
  'changes-stopped': {
    ...CHANGING,
    title: { es: 'Anulamos los cambios pendientes', en: 'The pending changes were stopped' },
    body: {
      es: 'Alguien anuló los cambios de correo, celular o cuenta bancaria que aún no se aplicaban. Si los quieres, pídelos de nuevo en Mi perfil; si no fuiste tú quien los anuló, escríbenos.',
      en: 'Somebody stopped the changes of e-mail, mobile or bank account that had not taken effect yet. If you want them, request them again in My profile; if it was not you who stopped them, write to us.',
    },
    sms: { es: 'anulamos los cambios pendientes.', en: 'the pending changes were stopped.' },
  },
  'passkey-adding': {
    ...CHANGING,
    version: 1,
    title: { es: 'Agregaron una llave de acceso', en: 'A passkey was added' },
    body: {
      es: 'En 24 horas sirve para entrar. Si no fuiste tú, quítala en Mi perfil y cambia tu contraseña.',
      en: 'In 24 hours it opens your account. If it was not you, remove it in My profile and change your password.',
    },
    sms: { es: 'agregaron una llave de acceso.', en: 'a passkey was added.' },
  },
  'passkeys-removed': {
    ...CHANGING,
    version: 1,
    title: { es: 'Se quitaron llaves de acceso', en: 'Passkeys were removed' },
    body: {
      es: 'Ya no se puede entrar con ellas. Si no fuiste tú, escríbenos.',
      en: 'They no longer open your account. If it was not you, write to us.',
    },
    sms: { es: 'se quitaron llaves de acceso.', en: 'passkeys were removed.' },
  },
};
