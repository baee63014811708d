import type { NotificationsOf } from './notification-kind.ts';

/** A time in Lima: the date, and `15:40`. */
interface Until {
  readonly untilDate: string;
  readonly untilTime: string;
}

/** Values that the texts below are filled with. */
export interface ApplicationNotificationParams {
  readonly 'application-approved': Until;
  readonly 'application-rejected': { readonly reapplyDate: string };
  readonly 'application-needs-information': Until;
  readonly 'information-ending': Until;
  readonly 'offer-ending': Until;
  readonly 'draft-ending': Until;
}

const BASE = { version: 3, purpose: 'service', channels: ['email', 'sms'] } as const;

/** Words that a shared telephone may read: that there is an answer, not whose or to what. */
const ANSWERED = {
  es: 'Ya hay respuesta a tu solicitud. Entra a tu cuenta para verla.',
  en: 'There is an answer to your application. Sign in to your account to see it.',
};
const ASKED = {
  es: 'Para responder tu solicitud nos falta algo. Entra a tu cuenta para ver qué es.',
  en: 'We need something to answer your application. Sign in to your account to see what it is.',
};
const ENDING = {
  es: 'Algo que espera por ti en tu cuenta vence pronto. Entra para verlo.',
  en: 'Something waiting for you in your account expires soon. Sign in to see it.',
};

/** The answers to an application, and what waits for the client before it ends (domain 2.20). */
export const APPLICATION_NOTIFICATIONS: NotificationsOf<ApplicationNotificationParams> = {
  'application-approved': {
    ...BASE,
    severity: 'SUCCESS',
    link: 'application-offer',
    title: { es: 'Aprobamos tu solicitud', en: 'Your application is approved' },
    body: {
      es: 'Tu oferta te espera en tu cuenta. Mira cuánto pagarías en total y decide hasta el {untilDate} a las {untilTime}; después vence. Nada te obliga hasta que firmes.',
      en: 'Your offer is waiting in your account. See what you would pay in total and decide by {untilDate} at {untilTime}; after that it expires. Nothing binds you until you sign.',
    },
    sms: {
      es: 'aprobamos tu solicitud. Decide hasta el {untilDate} a las {untilTime}.',
      en: 'your application is approved. Decide by {untilDate} at {untilTime}.',
    },
    discreetSms: ANSWERED,
  },
  'application-rejected': {
    ...BASE,
    severity: 'WARNING',
    link: 'application-rejected',
    title: { es: 'No pudimos aprobar tu solicitud', en: 'We could not approve your application' },
    body: {
      es: 'En tu cuenta están los motivos y lo que puedes hacer. Puedes volver a pedir un préstamo desde el {reapplyDate}.',
      en: 'The reasons, and what you can do, are in your account. You can apply again from {reapplyDate}.',
    },
    sms: {
      es: 'no pudimos aprobar tu solicitud. Mira los motivos en tu cuenta.',
      en: 'we could not approve your application. The reasons are in your account.',
    },
    discreetSms: ANSWERED,
  },
  'application-needs-information': {
    ...BASE,
    severity: 'WARNING',
    link: 'application-information-missing',
    title: { es: 'Falta algo para responder tu solicitud', en: 'We need something to answer your application' },
    body: {
      es: 'Mira en tu cuenta qué es y envíalo hasta el {untilDate} a las {untilTime}. Si no llega, la solicitud se cierra y puedes empezar otra.',
      en: 'See what it is in your account and send it by {untilDate} at {untilTime}. If it does not come, the application is closed and you can start another.',
    },
    sms: {
      es: 'para responder tu solicitud nos falta algo. Tienes hasta el {untilDate} a las {untilTime}.',
      en: 'we need something to answer your application. Send it by {untilDate} at {untilTime}.',
    },
    discreetSms: ASKED,
  },
  'information-ending': {
    ...BASE,
    severity: 'WARNING',
    link: 'application-information-missing',
    title: { es: 'Tu solicitud sigue esperando algo de ti', en: 'Your application is still waiting for something' },
    body: {
      es: 'Aún no tenemos lo que te pedimos. Envíalo hasta el {untilDate} a las {untilTime}; si no llega, la solicitud se cierra y puedes empezar otra.',
      en: 'We do not yet have what we need from you. Send it by {untilDate} at {untilTime}; if it does not come, the application is closed and you can start another.',
    },
    sms: {
      es: 'tu solicitud espera algo de ti hasta el {untilDate} a las {untilTime}.',
      en: 'your application is waiting for something from you until {untilDate} at {untilTime}.',
    },
    discreetSms: ENDING,
  },
  'offer-ending': {
    ...BASE,
    severity: 'WARNING',
    link: 'application-offer',
    title: { es: 'Tu oferta vence pronto', en: 'Your offer expires soon' },
    body: {
      es: 'Tu oferta vence el {untilDate} a las {untilTime} si no la firmas antes. Si ya no la quieres, no tienes que hacer nada.',
      en: 'Your offer expires on {untilDate} at {untilTime} unless you sign it before. If you no longer want it, there is nothing to do.',
    },
    sms: {
      es: 'tu oferta vence el {untilDate} a las {untilTime}.',
      en: 'your offer expires on {untilDate} at {untilTime}.',
    },
    discreetSms: ENDING,
  },
  'draft-ending': {
    ...BASE,
    severity: 'INFO',
    link: 'application-personal',
    title: { es: 'Tu solicitud sin terminar vence pronto', en: 'Your unfinished application expires soon' },
    body: {
      es: 'Empezaste una solicitud y no la terminaste. Lo que escribiste te espera hasta el {untilDate} a las {untilTime}; después se cierra. Si ya no la quieres, no tienes que hacer nada.',
      en: 'You started an application and did not finish it. What you wrote is kept until {untilDate} at {untilTime}; after that it is closed. If you no longer want it, there is nothing to do.',
    },
    sms: {
      es: 'tu solicitud sin terminar vence el {untilDate} a las {untilTime}.',
      en: 'your unfinished application expires on {untilDate} at {untilTime}.',
    },
    discreetSms: ENDING,
  },
};
