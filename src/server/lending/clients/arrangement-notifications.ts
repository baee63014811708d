import type { AmountBy, NotificationsOf, OfLoan } from './notification-kind.ts';

/** Values that the texts below are filled with. */
export interface ArrangementNotificationParams {
  readonly 'extension-active': OfLoan & { readonly newDueDate: string };
  readonly 'plan-confirmed': OfLoan & {
    readonly payments: number;
    readonly amountCents: number;
    readonly firstDate: string;
  };
  readonly 'plan-at-risk': AmountBy & { readonly endsOn: string };
  readonly 'plan-broken': OfLoan;
  readonly 'flex-activated': OfLoan & { readonly amountCents: number; readonly firstDate: string };
  readonly 'flex-at-risk': AmountBy & { readonly endsOn: string };
  readonly 'flex-ended': OfLoan;
  readonly 'top-up-ending': OfLoan & {
    readonly amountCents: number;
    readonly untilDate: string;
    readonly untilTime: string;
  };
  readonly 'top-up-left': AmountBy & { readonly leftCents: number };
  readonly 'top-up-paid': OfLoan & { readonly amountCents: number };
  readonly 'top-up-failed': OfLoan & { readonly amountCents: number };
  readonly 'top-up-stopped': OfLoan & { readonly amountCents: number };
}

/** News of extensions, payment plans, flex pay and top-ups. */
export const ARRANGEMENT_NOTIFICATIONS: NotificationsOf<ArrangementNotificationParams> = {
  'extension-active': {
    version: 1,
    severity: 'SUCCESS',
    link: 'profile',
    purpose: 'service',
    channels: ['email'],
    title: {
      es: 'Extendimos el plazo de tu préstamo',
      en: 'The term of your loan is extended',
    },
    body: {
      es: 'Tu préstamo {loanNumber} vence ahora el {newDueDate}.',
      en: 'Your loan {loanNumber} is now due on {newDueDate}.',
    },
    sms: {
      es: 'tu préstamo vence ahora el {newDueDate}.',
      en: 'your loan is now due on {newDueDate}.',
    },
  },
  'plan-confirmed': {
    version: 3,
    severity: 'SUCCESS',
    link: 'profile-cards-payment-plan',
    purpose: 'service',
    channels: ['email'],
    title: {
      es: 'Tu plan de pagos está activo',
      en: 'Your payment plan is active',
    },
    body: {
      es: 'Acordamos {payments} pagos por un total de {amount} para tu préstamo {loanNumber}. El primero vence el {firstDate}. Mientras cumplas el plan no corren más intereses.',
      en: 'We agreed on {payments} payments, {amount} in total, for your loan {loanNumber}. The first is due on {firstDate}. While you keep to the plan, no more interest runs.',
    },
    sms: {
      es: 'ya tienes tu plan de {payments} pagos. El primero vence el {firstDate}.',
      en: 'your plan of {payments} payments is active. The first is due on {firstDate}.',
    },
  },
  'plan-at-risk': {
    version: 3,
    severity: 'CRITICAL',
    link: 'profile-cards-payment-plan',
    purpose: 'collection',
    channels: ['email', 'sms'],
    title: {
      es: 'Tu plan de pagos está en riesgo',
      en: 'Your payment plan is at risk',
    },
    body: {
      es: 'La cuota de tu plan que vencía el {dueDate} no está completa. Paga {amount} antes del {endsOn} para conservar el plan del préstamo {loanNumber}. Después vuelve a correr el interés del contrato.',
      en: 'The plan payment that was due on {dueDate} is not complete. Pay {amount} before {endsOn} to keep the plan of loan {loanNumber}. After that, the interest in your contract runs again.',
    },
    sms: {
      es: 'falta un pago de tu plan. Completa lo que falta antes del {endsOn} para conservarlo.',
      en: 'a payment of your plan is missing. Complete it before {endsOn} to keep the plan.',
    },
  },
  'plan-broken': {
    version: 4,
    severity: 'CRITICAL',
    link: 'profile-components-payment-repay-loan',
    purpose: 'collection',
    channels: ['email', 'sms'],
    title: {
      es: 'Tu plan de pagos terminó',
      en: 'Your payment plan has ended',
    },
    body: {
      es: 'El plan del préstamo {loanNumber} terminó porque faltó un pago. Lo que pagaste queda a tu favor; desde entonces valen otra vez las fechas y el interés del contrato.',
      en: 'The plan of loan {loanNumber} has ended because a payment was missing. What you paid counts; since then the dates and the interest in your contract have applied again.',
    },
    sms: {
      es: 'tu plan de pagos ya no sigue porque falta un pago. Hay salidas: entra a Mis préstamos.',
      en: 'your payment plan has ended because a payment is missing. There are ways out: sign in to My loans.',
    },
  },
  'flex-activated': {
    version: 2,
    severity: 'SUCCESS',
    link: 'profile-cards-flex-pay',
    purpose: 'service',
    channels: ['email'],
    title: {
      es: 'Tu pago flexible está activo',
      en: 'Your flex pay is active',
    },
    body: {
      es: 'Para tu préstamo {loanNumber} el mínimo es {amount} cada mes. El primero vence el {firstDate}. Mientras lo cumplas no corren más intereses.',
      en: 'For your loan {loanNumber} the minimum is {amount} a month. The first is due on {firstDate}. While you keep to it no more interest runs.',
    },
    sms: {
      es: 'activamos tu pago flexible. El primer pago vence el {firstDate}.',
      en: 'your flex pay is active. The first payment is due on {firstDate}.',
    },
  },
  'flex-at-risk': {
    version: 2,
    severity: 'CRITICAL',
    link: 'profile-cards-flex-pay',
    purpose: 'collection',
    channels: ['email', 'sms'],
    title: {
      es: 'Falta el mínimo de tu pago flexible',
      en: 'Your flex pay minimum is missing',
    },
    body: {
      es: 'El mínimo que vencía el {dueDate} no está completo. Paga {amount} antes del {endsOn} para conservar el pago flexible del préstamo {loanNumber}.',
      en: 'The minimum that was due on {dueDate} is not complete. Pay {amount} before {endsOn} to keep the flex pay of loan {loanNumber}.',
    },
    sms: {
      es: 'falta un pago de tu pago flexible. Completa lo que falta antes del {endsOn} para conservarlo.',
      en: 'a payment of your flex pay is missing. Complete it before {endsOn} to keep it.',
    },
  },
  'flex-ended': {
    version: 4,
    severity: 'CRITICAL',
    link: 'profile-components-payment-repay-loan',
    purpose: 'collection',
    channels: ['email', 'sms'],
    title: {
      es: 'Tu pago flexible terminó',
      en: 'Your flex pay has ended',
    },
    body: {
      es: 'El pago flexible del préstamo {loanNumber} terminó porque faltó un mínimo. Lo que pagaste queda a tu favor; desde entonces valen otra vez las fechas y el interés del contrato.',
      en: 'The flex pay of loan {loanNumber} has ended because a minimum was missing. What you paid counts; since then the dates and the interest in your contract have applied again.',
    },
    sms: {
      es: 'tu pago flexible ya no sigue porque falta un pago. Hay salidas: entra a Mis préstamos.',
      en: 'your flex pay has ended because a payment is missing. There are ways out: sign in to My loans.',
    },
  },
  'top-up-ending': {
    version: 3,
    severity: 'WARNING',
    link: 'application-offer-topup',
    purpose: 'service',
    channels: ['email', 'sms'],
    title: {
      es: 'Tu ampliación espera tu firma',
      en: 'Your top-up is waiting for your signature',
    },
    body: {
      es: 'La ampliación de {amount} de tu préstamo {loanNumber} vence el {untilDate} a las {untilTime} si no la firmas antes. Si ya no la quieres, no tienes que hacer nada: no se cobra nada.',
      en: 'The top-up of {amount} on your loan {loanNumber} expires on {untilDate} at {untilTime} unless you sign it before. If you no longer want it, there is nothing to do: nothing is charged.',
    },
    sms: {
      es: 'para ampliar tu préstamo, firma hasta el {untilDate} a las {untilTime}. Si no, nada cambia.',
      en: 'to top up your loan, sign by {untilDate} at {untilTime}. If not, nothing changes.',
    },
  },
  'top-up-left': {
    version: 2,
    severity: 'INFO',
    link: 'profile',
    purpose: 'service',
    channels: ['email', 'sms'],
    title: {
      es: 'Pagaste lo que debías y tu ampliación está en camino',
      en: 'You paid what you owed, and your top-up is on its way',
    },
    body: {
      es: 'Pagaste todo lo que debías hasta hoy de tu préstamo {loanNumber}. Tu préstamo sigue abierto: cuando llegue tu ampliación de {amount} te quedarán {left} por pagar hasta el {dueDate}.',
      en: 'You paid all you owed up to today on your loan {loanNumber}. Your loan stays open: once your top-up of {amount} arrives you will have {left} left to pay by {dueDate}.',
    },
    sms: {
      es: 'recibimos tu pago. Por lo que ampliaste, tu préstamo sigue abierto hasta el {dueDate}.',
      en: 'we have received your payment. With your top-up, your loan stays open until {dueDate}.',
    },
  },
  'top-up-paid': {
    version: 4,
    severity: 'SUCCESS',
    link: 'profile',
    purpose: 'service',
    channels: ['email', 'sms'],
    title: {
      es: 'Abonamos tu ampliación',
      en: 'Your top-up is paid out',
    },
    body: {
      es: 'El banco confirmó el abono de la ampliación de {amount} de tu préstamo {loanNumber}. Tu cronograma nuevo ya está en tu cuenta.',
      en: 'The bank has confirmed the payout of your top-up of {amount} on loan {loanNumber}. Your new schedule is in your account.',
    },
    sms: { es: 'ya depositamos lo que ampliaste de tu préstamo.', en: 'we have paid out your top-up.' },
  },
  'top-up-failed': {
    version: 4,
    severity: 'WARNING',
    link: 'profile',
    purpose: 'service',
    channels: ['email'],
    title: {
      es: 'No pudimos abonar tu ampliación',
      en: 'We could not pay out your top-up',
    },
    body: {
      es: 'Tu banco no aceptó el abono de la ampliación de {amount} del préstamo {loanNumber}. Tu préstamo sigue igual que antes y no debes nada por la ampliación.',
      en: 'Your bank did not accept the payout of your top-up of {amount} on loan {loanNumber}. Your loan is as it was, and you owe nothing for the top-up.',
    },
    sms: {
      es: 'no pudimos depositar lo que ampliaste. Tu préstamo sigue igual.',
      en: 'we could not pay out your top-up. Your loan is as it was.',
    },
  },
  'top-up-stopped': {
    version: 2,
    severity: 'WARNING',
    link: 'profile',
    purpose: 'service',
    channels: ['email'],
    title: {
      es: 'No haremos el abono de tu ampliación',
      en: 'We will not pay out your top-up',
    },
    body: {
      es: 'Revisamos el abono de la ampliación de {amount} del préstamo {loanNumber} y decidimos no hacerlo. Tu préstamo sigue igual que antes y no debes nada por la ampliación.',
      en: 'We checked the payout of your top-up of {amount} on loan {loanNumber} and decided not to make it. Your loan is as it was, and you owe nothing for the top-up.',
    },
    sms: {
      es: 'no depositaremos lo que ampliaste. Tu préstamo sigue igual.',
      en: 'we will not pay out your top-up. Your loan is as it was.',
    },
  },
};
