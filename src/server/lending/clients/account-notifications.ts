import type { NotificationsOf } from './notification-kind.ts';

type Nothing = Readonly<Record<never, never>>;

/** They have nothing to fill in. */
export interface AccountNotificationParams {
  readonly 'email-changing': Nothing;
  readonly 'phone-changing': Nothing;
  readonly 'account-changing': Nothing;
  readonly 'changes-stopped': Nothing;
}

/** The letters and SMS with the link that stops it have left already, to the channels of before (decision 0116). */
const CHANGING = {
  version: 2,
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
      es: 'El cambio vale 24 horas después de confirmarse. Hasta entonces usamos el de ahora y no te enviamos dinero. Si no fuiste tú, anúlalo en Mi perfil.',
      en: 'It counts 24 hours after it is confirmed. Until then we use the present one and send you no money. If it was not you, stop it in My profile.',
    },
    sms: { es: 'pidieron cambiar tu correo.', en: 'a change of your e-mail was requested.' },
  },
  'phone-changing': {
    ...CHANGING,
    title: { es: 'Pidieron cambiar tu celular', en: 'A change of your phone was requested' },
    body: {
      es: 'El cambio vale en 24 horas. Hasta entonces usamos el de ahora y no te enviamos dinero. Si no fuiste tú, anúlalo en Mi perfil.',
      en: 'It counts in 24 hours. Until then we use the present one and send you no money. If it was not you, stop it in My profile.',
    },
    sms: { es: 'pidieron cambiar tu celular.', en: 'a change of your phone was requested.' },
  },
  'account-changing': {
    ...CHANGING,
    title: { es: 'Pidieron cambiar tu cuenta bancaria', en: 'A change of your bank account was requested' },
    body: {
      es: 'El cambio vale en 24 horas. Hasta entonces no te enviamos dinero. Si no fuiste tú, anúlalo en Mi perfil.',
      en: 'It counts in 24 hours. Until then we send you no money. If it was not you, stop it in My profile.',
    },
    sms: { es: 'pidieron cambiar tu cuenta bancaria.', en: 'a change of your bank account was requested.' },
  },
  'changes-stopped': {
    ...CHANGING,
    title: { es: 'Anulamos los cambios que esperaban', en: 'The changes that were waiting are stopped' },
    body: {
      es: 'Alguien anuló los cambios de correo, celular o cuenta bancaria que aún no valían. Si los quieres, pídelos de nuevo en Mi perfil; si no fuiste tú quien los anuló, escríbenos.',
      en: 'Somebody stopped the changes of e-mail, phone or bank account that did not count yet. If you want them, request them again in My profile; if it was not you who stopped them, write to us.',
    },
    sms: { es: 'anulamos los cambios que esperaban.', en: 'the changes that were waiting are stopped.' },
  },
};
