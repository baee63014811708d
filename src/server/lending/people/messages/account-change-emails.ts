/** E-mails about changes that clients make themselves (domain 2.8, 2.19). */
export const ACCOUNT_CHANGE_EMAILS = {
  'email-confirm': {
    subject: { es: 'Confirma tu nuevo correo', en: 'Confirm your new e-mail' },
    body: {
      es: `Hola, {name}:

Nos pediste usar este correo para tu cuenta. Abre este enlace en las próximas 24 horas y confírmalo; el cambio se aplica un día después:
{link}

Si no lo pediste, no hagas nada: tu cuenta sigue con el correo de antes.`,
      en: `Hello {name},

You asked us to use this address for your account. Open this link within the next 24 hours and confirm it; the change takes effect a day later:
{link}

If you did not ask for it, do nothing: your account keeps the address it had.`,
    },
  },
  'email-own': {
    subject: { es: 'Confirma tu correo', en: 'Confirm your e-mail' },
    body: {
      es: `Hola, {name}:

Escribiste este correo al registrarte. Abre este enlace en los próximos 7 días y confírmalo:
{link}

Hasta que lo confirmes no enviamos aquí nada que abra tu cuenta. Si no te registraste, no hagas nada.`,
      en: `Hello {name},

You gave this address when you registered. Open this link within the next 7 days and confirm it:
{link}

Until you do, nothing that opens your account is sent here. If you did not register, do nothing.`,
    },
  },
  'email-changing': {
    subject: { es: 'Pidieron cambiar el correo de tu cuenta', en: 'Somebody asked to change your account’s e-mail' },
    body: {
      es: `Hola, {name}:

El {date} a las {time} pidieron cambiar el correo de tu cuenta a {value}. El cambio se aplica 24 horas después de que se confirme desde ese correo. Hasta entonces usamos el de ahora y no te enviamos dinero.

Si fuiste tú, no tienes que hacer nada. Si no fuiste tú, abre este enlace: anula el cambio y cierra todas las sesiones:
{link}`,
      en: `Hello {name},

On {date} at {time} somebody asked to change your account’s e-mail to {value}. The change takes effect 24 hours after it is confirmed from that mailbox. Until then we use the present one and send you no money.

If it was you, there is nothing to do. If it was not you, open this link: it stops the change and closes every session:
{link}`,
    },
  },
  'email-changed': {
    subject: { es: 'Tu cuenta ya tiene otro correo', en: 'Your account’s e-mail has changed' },
    body: {
      es: `Hola, {name}:

Desde el {date} a las {time} el correo de tu cuenta es {address}. Ya no escribiremos al anterior.

Si no fuiste tú, escríbenos de inmediato.`,
      en: `Hello {name},

Since {date} at {time} your account’s e-mail is {address}. We will no longer write to the old one.

If it was not you, write to us at once.`,
    },
  },
  'phone-changing': {
    subject: { es: 'Pidieron cambiar el celular de tu cuenta', en: 'Somebody asked to change your account’s mobile' },
    body: {
      es: `Hola, {name}:

El {date} a las {time} pidieron cambiar el celular de tu cuenta a {value}. El cambio se aplica en 24 horas. Hasta entonces usamos el de ahora y no te enviamos dinero.

Si fuiste tú, no tienes que hacer nada. Si no fuiste tú, abre este enlace: anula el cambio y cierra todas las sesiones:
{link}`,
      en: `Hello {name},

On {date} at {time} somebody asked to change your account’s mobile to {value}. The change takes effect in 24 hours. Until then we use the present one and send you no money.

If it was you, there is nothing to do. If it was not you, open this link: it stops the change and closes every session:
{link}`,
    },
  },
  'phone-changed-here': {
    subject: { es: 'Tu cuenta ya tiene otro celular', en: 'Your account’s mobile has changed' },
    body: {
      es: `Hola, {name}:

Desde el {date} a las {time} el celular de tu cuenta es {address}. Cerramos las demás sesiones; los códigos llegan al número nuevo.

Si no fuiste tú, escríbenos de inmediato.`,
      en: `Hello {name},

Since {date} at {time} your account’s mobile is {address}. We closed the other sessions; codes go to the new number.

If it was not you, write to us at once.`,
    },
  },
  'changes-stopped': {
    subject: { es: 'Se anularon los cambios de tu cuenta', en: 'The changes to your account were stopped' },
    body: {
      es: `Hola, {name}:

El {date} a las {time} se anularon los cambios de correo, celular o cuenta bancaria que aún no se aplicaban. Todo sigue como estaba.

Si los quieres, pídelos de nuevo en tu cuenta, en Mi perfil. Si no fuiste tú quien los anuló, escríbenos de inmediato.`,
      en: `Hello {name},

On {date} at {time} the changes of e-mail, mobile or bank account that had not taken effect yet were stopped. Everything stays as it was.

If you want them, request them again in your account, in My profile. If it was not you who stopped them, write to us at once.`,
    },
  },
  'bank-account-changing': {
    subject: {
      es: 'Pidieron cambiar la cuenta donde te depositamos',
      en: 'Somebody asked to change the account we pay you into',
    },
    body: {
      es: `Hola, {name}:

El {date} a las {time} pidieron que te depositemos en otra cuenta: la que termina en {value}. El cambio se aplica en 24 horas. Hasta entonces no te enviamos dinero.

Si fuiste tú, no tienes que hacer nada. Si no fuiste tú, abre este enlace: anula el cambio y cierra todas las sesiones:
{link}`,
      en: `Hello {name},

On {date} at {time} somebody asked us to pay you into another account: the one that ends in {value}. The change takes effect in 24 hours. Until then we send you no money.

If it was you, there is nothing to do. If it was not you, open this link: it stops the change and closes every session:
{link}`,
    },
  },
  'passkey-adding': {
    subject: { es: 'Agregaron una llave de acceso a tu cuenta', en: 'A passkey was added to your account' },
    body: {
      es: `Hola, {name}:

El {date} a las {time} agregaron una llave de acceso a tu cuenta, desde {device}. En 24 horas sirve para entrar.

Si fuiste tú, no tienes que hacer nada. Si no fuiste tú, abre este enlace: quita la llave y cierra todas las sesiones:
{link}`,
      en: `Hello {name},

On {date} at {time} a passkey was added to your account, on {device}. In 24 hours it opens your account.

If it was you, there is nothing to do. If it was not you, open this link: it removes the passkey and closes every session:
{link}`,
    },
  },
  'passkeys-removed': {
    subject: { es: 'Se quitaron llaves de acceso de tu cuenta', en: 'Passkeys were removed from your account' },
    body: {
      es: `Hola, {name}:

El {date} a las {time} se quitaron de tu cuenta estas llaves de acceso: {devices}. Ya no se puede entrar con ellas.

Si no fuiste tú, escríbenos de inmediato.`,
      en: `Hello {name},

On {date} at {time} these passkeys were removed from your account: {devices}. They no longer open it.

If it was not you, write to us at once.`,
    },
  },
  'sessions-closed-by-us': {
    subject: { es: 'Cerramos las sesiones de tu cuenta', en: 'We have closed your account’s sessions' },
    body: {
      es: `Hola, {name}:

El {date} a las {time} cerramos todas las sesiones de tu cuenta para protegerla, y anulamos los cambios de correo, celular y cuenta bancaria que aún no se aplicaban. Vuelve a entrar con tu contraseña y el código que te llegará al celular.

Si crees que alguien más conoce tu contraseña, crea otra aquí:
{link}`,
      en: `Hello {name},

On {date} at {time} we closed every session of your account to protect it, and stopped the changes of e-mail, mobile and bank account that had not taken effect yet. Sign in again with your password and the code we send to your phone.

If you think that somebody else knows your password, choose another one here:
{link}`,
    },
  },
  'data-request-received': {
    subject: { es: 'Recibimos tu solicitud sobre tus datos', en: 'We have received your request about your data' },
    body: {
      es: `Hola, {name}:

Recibimos tu solicitud sobre tus datos personales. Te respondemos a más tardar el {due}. La sigues en tu cuenta, en Mi perfil.`,
      en: `Hello {name},

We have received your request about your personal data. We will answer by {due} at the latest. You can follow it in your account, in My profile.`,
    },
  },
  'data-request-answered': {
    subject: { es: 'Respondimos tu solicitud sobre tus datos', en: 'We have answered your request about your data' },
    body: {
      es: `Hola, {name}:

Tu solicitud sobre tus datos personales ya tiene respuesta. La lees en tu cuenta, en Mi perfil:
{link}

Si no estás de acuerdo, puedes reclamar ante la Autoridad Nacional de Protección de Datos Personales.`,
      en: `Hello {name},

Your request about your personal data has been answered. You can read the answer in your account, in My profile:
{link}

If you do not agree, you can complain to the national authority for the protection of personal data.`,
    },
  },
  'visitor-data-received': {
    subject: { es: 'Recibimos tu solicitud sobre tus datos', en: 'We have received your request about your data' },
    body: {
      es: `Hola, {name}:

Recibimos tu solicitud sobre tus datos personales. Una persona la revisa y te respondemos a este correo a más tardar el {due}.`,
      en: `Hello {name},

We have received your request about your personal data. A person is reviewing it, and you will get the answer at this address by {due} at the latest.`,
    },
  },
  'visitor-data-answer': {
    subject: {
      es: 'Nuestra respuesta a tu solicitud sobre tus datos',
      en: 'Our answer to your request about your data',
    },
    body: {
      es: `Hola, {name}:

Esta es nuestra respuesta a tu solicitud sobre tus datos personales:

{answer}

Si no estás de acuerdo, puedes reclamar ante la Autoridad Nacional de Protección de Datos Personales, del Ministerio de Justicia y Derechos Humanos (Ley 29733, artículo 24), o acudir al Poder Judicial con un hábeas data. Presenta tu solicitud y esta respuesta.`,
      en: `Hello {name},

This is our answer to your request about your personal data:

{answer}

If you do not agree, you can complain to the national authority for the protection of personal data at the Ministry of Justice and Human Rights (Ley 29733, article 24), or go to court with a habeas data. Include your request and this answer.`,
    },
  },
  'data-request-denied': {
    subject: { es: 'No aceptamos tu solicitud sobre tus datos', en: 'We did not grant your request about your data' },
    body: {
      es: `Hola, {name}:

No aceptamos tu solicitud sobre tus datos personales. El motivo:

{why}

Si no estás de acuerdo, puedes pedirnos que lo veamos otra vez con una nueva solicitud en tu cuenta, en Mi perfil:
{link}

También puedes reclamar ante la Autoridad Nacional de Protección de Datos Personales, del Ministerio de Justicia y Derechos Humanos (Ley 29733, artículo 24), o acudir al Poder Judicial con un hábeas data. No necesitas pedírnoslo antes otra vez. Presenta tu solicitud y esta respuesta. Nada de esto cambia tu préstamo.`,
      en: `Hello {name},

We did not grant your request about your personal data. The reason:

{why}

If you do not agree, you can ask us to look at it once more with a new request in your account, in My profile:
{link}

You can also complain to Peru’s national authority for the protection of personal data (Autoridad Nacional de Protección de Datos Personales), at the Ministry of Justice and Human Rights (Ley 29733, article 24), or go to court with a habeas data. You do not have to ask us again first. Include your request and this answer. None of this changes your loan.`,
    },
  },
  'account-closing': {
    subject: { es: 'Cerraremos tu cuenta el {day}', en: 'We will close your account on {day}' },
    body: {
      es: `Hola, {name}:

Pediste cerrar tu cuenta. La cerramos el {day}; hasta entonces puedes cambiar de idea en tu cuenta, en Mi perfil.

Si no lo pediste, entra y consérvala, y cambia tu contraseña.`,
      en: `Hello {name},

You asked us to close your account. We will close it on {day}; until then you can change your mind in your account, in My profile.

If you did not ask for it, sign in and keep it, and change your password.`,
    },
  },
  'account-closing-later': {
    subject: {
      es: 'Tu cuenta sigue abierta hasta el {day}',
      en: 'Your account is not closed yet: it will be on {day}',
    },
    body: {
      es: `Hola, {name}:

Pediste cerrar tu cuenta y hoy era el día, pero en ella queda algo abierto: un préstamo, un pago, una solicitud, un reclamo, plata que te debemos o una respuesta sobre tus datos, que solo puedes leer y descargar ahí. La cerramos el {day}, cuando ya no quede nada abierto.

Hasta entonces puedes entrar, y cambiar de idea, en Mi perfil.`,
      en: `Hello {name},

You asked us to close your account and today was the day, but something in it is still open: a loan, a payment, an application, a complaint, money that we owe you, or an answer about your data, which you can read and download only there. We will close it on {day}, once nothing is open.

Until then you can sign in, and change your mind, in My profile.`,
    },
  },
  'account-kept': {
    subject: { es: 'Tu cuenta sigue abierta', en: 'Your account stays open' },
    body: {
      es: `Hola, {name}:

El {date} a las {time} decidiste conservar tu cuenta. Todo sigue como estaba.`,
      en: `Hello {name},

On {date} at {time} you decided to keep your account. Everything stays as it was.`,
    },
  },
  'account-closed': {
    subject: { es: 'Cerramos tu cuenta', en: 'We have closed your account' },
    body: {
      es: `Hola, {name}:

Como lo pediste, cerramos tu cuenta. Borramos tu contraseña, tus sesiones y tus datos de contacto, y ya no te escribiremos. Guardamos solo lo que la ley nos exige, por el tiempo que exige.`,
      en: `Hello {name},

As you asked, we have closed your account. We have deleted your password, your sessions and your contact details, and will not write to you again. We keep only what the law requires, for as long as it requires.`,
    },
  },
} as const;
