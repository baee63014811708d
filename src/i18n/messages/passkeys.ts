/** Passkeys of clients: in the settings, and where one signs in. */
export const PASSKEYS = {
  settings_passkeys: { es: 'Llaves de acceso', en: 'Passkeys' },
  settings_passkeys_none: { es: 'Ninguna', en: 'None' },
  settings_passkeys_text: {
    es: 'Con una llave de acceso entras con tu huella, tu cara o el PIN de tu equipo, sin contraseña ni código. No hay nada que dictar por teléfono. Cada llave sirve desde un día después de agregarla.',
    en: 'With a passkey you sign in with your fingerprint, your face or the PIN of your device, without a password or a code. There is nothing to read out on the phone. Each passkey works from a day after you add it.',
  },
  settings_passkeys_add: { es: 'Agregar una llave en este equipo', en: 'Add a passkey on this device' },
  settings_passkeys_added: {
    es: 'Llave agregada: sirve desde el {date} a las {time}',
    en: 'Passkey added: it works from {date} at {time}',
  },
  settings_passkeys_waits: { es: 'Sirve desde el {date} a las {time}', en: 'Works from {date} at {time}' },
  settings_passkeys_used: { es: 'Última vez: {date}, {time}', en: 'Last used: {date}, {time}' },
  settings_passkeys_since: { es: 'Agregada el {date}, {time}', en: 'Added {date}, {time}' },
  settings_passkeys_remove: { es: 'Quitar', en: 'Remove' },
  settings_passkeys_remove_of: { es: 'Quitar la llave: {device}', en: 'Remove the passkey: {device}' },
  settings_passkeys_removed: {
    es: 'Llave quitada. Si tu equipo todavía la ofrece, bórrala también allí.',
    en: 'Passkey removed. If your device still offers it, delete it there too.',
  },
  settings_passkeys_known: {
    es: 'Este equipo ya tiene una llave de tu cuenta.',
    en: 'This device already has a passkey for your account.',
  },
  settings_passkeys_closed: { es: 'No se agregó ninguna llave.', en: 'No passkey was added.' },
  settings_passkeys_limited: {
    es: 'Ya lo intentaste varias veces. Inténtalo más tarde.',
    en: 'You have tried several times. Try again later.',
  },
  settings_passkeys_failed: {
    es: 'No se pudo agregar la llave. Inténtalo otra vez.',
    en: 'The passkey could not be added. Try again.',
  },
  sign_in_passkey_refused: {
    es: 'No pudimos entrar con esa llave. Entra con tu contraseña o con un código.',
    en: 'That passkey did not work. Sign in with your password or a code.',
  },
  sign_in_passkey_waits: {
    es: 'Esa llave todavía no sirve. Entra con tu contraseña o con un código.',
    en: 'That passkey does not work yet. Sign in with your password or a code.',
  },
} as const;
