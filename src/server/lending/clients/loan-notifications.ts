import type { AmountBy, NotificationsOf, OfLoan } from './notification-kind.ts';

/** Values that the texts below are filled with. */
export interface LoanNotificationParams {
  readonly 'payment-soon': AmountBy & { readonly lastDay: string };
  readonly 'payment-due': AmountBy & { readonly lastDay: string };
  /** `asOf`: the day that the amount was reckoned for; every later one adds interest. */
  readonly 'payment-late': AmountBy & { readonly asOf: string };
  readonly 'payment-overdue': AmountBy & { readonly asOf: string };
  readonly 'loan-disbursed': OfLoan & { readonly amountCents: number };
  readonly 'disbursement-failed': OfLoan & { readonly amountCents: number; readonly answerBy: string };
  readonly 'account-ending': OfLoan & { readonly answerBy: string };
  readonly 'loan-paid-off': OfLoan;
  readonly 'next-loan': Readonly<Record<string, never>>;
}

/** News of a loan: what is due, what was paid out, and its end. */
export const LOAN_NOTIFICATIONS: NotificationsOf<LoanNotificationParams> = {
  'payment-soon': {
    version: 3,
    severity: 'INFO',
    link: 'profile-components-payment-repay-loan',
    purpose: 'service',
    channels: ['email', 'sms'],
    title: {
      es: 'Tu próximo pago vence el {dueDate}',
      en: 'Your next payment is due on {dueDate}',
    },
    body: {
      es: 'Tienes que pagar {amount} de tu préstamo {loanNumber}. Si pagas hasta el {lastDay}, estás a tiempo.',
      en: 'You have {amount} to pay on your loan {loanNumber}. If you pay by {lastDay}, you are on time.',
    },
    sms: {
      es: 'tu pago vence el {dueDate}. Pagas a tiempo hasta el {lastDay}.',
      en: 'your payment is due on {dueDate}. You are on time until {lastDay}.',
    },
  },
  'payment-due': {
    version: 2,
    severity: 'WARNING',
    link: 'profile-components-payment-repay-loan',
    purpose: 'service',
    channels: ['email', 'sms'],
    title: {
      es: 'Tu pago vence el {dueDate}',
      en: 'Your payment is due on {dueDate}',
    },
    body: {
      es: 'Paga {amount} de tu préstamo {loanNumber} hasta el {lastDay} y no tendrás ningún recargo. Si ya pagaste, no hagas nada: el pago puede tardar unas horas en verse.',
      en: 'Pay {amount} on your loan {loanNumber} by {lastDay} and there is no extra charge. If you have already paid, do nothing: a payment can take some hours to show.',
    },
    sms: {
      es: 'tu pago vence el {dueDate}. Sin recargo hasta el {lastDay}.',
      en: 'your payment is due on {dueDate}. No extra charge until {lastDay}.',
    },
  },
  'payment-late': {
    version: 4,
    severity: 'WARNING',
    link: 'profile-components-payment-repay-loan',
    purpose: 'collection',
    channels: ['email', 'sms'],
    title: {
      es: 'Tienes un pago atrasado',
      en: 'A payment is late',
    },
    body: {
      es: 'El pago de tu préstamo {loanNumber} venció el {dueDate}. Al {asOf} debes {amount}, con el interés por los días de atraso. Si no puedes pagar todo, mira tus opciones: pagar una parte, extender el plazo o armar un plan de pagos.',
      en: 'The payment of your loan {loanNumber} was due on {dueDate}. As of {asOf} you owe {amount}, including the interest for the days you are late. If you cannot pay all of it, look at your options: pay a part, extend the term, or set up a payment plan.',
    },
    sms: {
      es: 'tu pago era hasta el {dueDate}. Hay salidas: entra a Mis préstamos.',
      en: 'your payment was due on {dueDate}. There are ways out: sign in to My loans.',
    },
  },
  'payment-overdue': {
    version: 4,
    severity: 'CRITICAL',
    link: 'profile-components-payment-repay-loan',
    purpose: 'collection',
    channels: ['email', 'sms'],
    title: {
      es: 'Tu pago sigue pendiente',
      en: 'Your payment is still due',
    },
    body: {
      es: 'El pago de tu préstamo {loanNumber} venció el {dueDate} y al {asOf} debes {amount}. Cada día suma interés. Entra y elige cómo ponerte al día; si tu situación cambió, escríbenos y buscamos una salida.',
      en: 'The payment of your loan {loanNumber} was due on {dueDate}, and as of {asOf} you owe {amount}. Every day adds interest. Sign in and choose how to catch up; if your situation has changed, write to us and we will look for a way out.',
    },
    sms: {
      es: 'tu pago del {dueDate} sigue pendiente. Hay salidas: entra a Mis préstamos.',
      en: 'your payment of {dueDate} is still due. There are ways out: sign in to My loans.',
    },
  },
  'loan-disbursed': {
    version: 3,
    severity: 'SUCCESS',
    link: 'profile',
    purpose: 'service',
    channels: ['email', 'sms'],
    title: {
      es: 'Depositamos tu préstamo',
      en: 'Your loan is paid out',
    },
    body: {
      es: 'El banco confirmó el abono de {amount} de tu préstamo {loanNumber}. Tu cronograma ya está en tu cuenta.',
      en: 'The bank has confirmed the payout of {amount} of your loan {loanNumber}. Your schedule is in your account.',
    },
    sms: { es: 'ya depositamos tu préstamo.', en: 'we have paid out your loan.' },
  },
  'disbursement-failed': {
    version: 3,
    severity: 'CRITICAL',
    link: 'profile',
    purpose: 'service',
    channels: ['email', 'sms'],
    title: {
      es: 'No pudimos abonar tu préstamo',
      en: 'We could not pay out your loan',
    },
    body: {
      es: 'Tu banco no aceptó el abono de {amount} del préstamo {loanNumber}. Indica otra cuenta a tu nombre hasta el {answerBy}; si no, el préstamo se anula y no debes nada.',
      en: 'Your bank did not accept the payout of {amount} of loan {loanNumber}. Give us another account in your name by {answerBy}; otherwise the loan is void and you owe nothing.',
    },
    sms: {
      es: 'no pudimos depositar tu préstamo. Indica otra cuenta hasta el {answerBy}.',
      en: 'we could not pay out your loan. Give us another account by {answerBy}.',
    },
  },
  'account-ending': {
    version: 2,
    severity: 'CRITICAL',
    link: 'application-information-missing',
    purpose: 'service',
    channels: ['email', 'sms'],
    title: {
      es: 'Tu préstamo sigue esperando otra cuenta',
      en: 'Your loan is still waiting for another account',
    },
    body: {
      es: 'Tu banco no aceptó el abono del préstamo {loanNumber} y aún no tenemos otra cuenta. Indica una a tu nombre hasta el {answerBy}; si no, el préstamo se anula y no debes nada.',
      en: 'Your bank did not accept the payout of loan {loanNumber}, and we do not have another account yet. Give us one in your name by {answerBy}; otherwise the loan is void and you owe nothing.',
    },
    sms: {
      es: 'tu préstamo espera otra cuenta hasta el {answerBy}.',
      en: 'your loan is waiting for another account until {answerBy}.',
    },
  },
  'loan-paid-off': {
    version: 1,
    severity: 'SUCCESS',
    link: 'profile-documents',
    purpose: 'service',
    channels: ['email', 'sms'],
    title: {
      es: 'Terminaste de pagar tu préstamo',
      en: 'Your loan is paid off',
    },
    body: {
      es: 'Tu préstamo {loanNumber} está pagado por completo. Tu constancia de no adeudo queda en tus documentos. ¡Gracias por cumplir!',
      en: 'Your loan {loanNumber} is paid in full. The certificate that you owe nothing is kept among your documents. Thank you for keeping your word!',
    },
    sms: {
      es: 'terminaste de pagar tu préstamo {loanNumber}.',
      en: 'your loan {loanNumber} is paid off.',
    },
  },
  'next-loan': {
    version: 5,
    severity: 'INFO',
    link: 'profile',
    purpose: 'marketing',
    channels: ['email', 'sms'],
    title: {
      es: 'Puedes pedir otro préstamo',
      en: 'You can apply for another loan',
    },
    body: {
      es: 'Como cumpliste con tu préstamo, puedes pedir otro cuando lo necesites. Antes de decidir, mira en la calculadora cuánto pagarías en total.',
      en: 'You kept your word with your loan, so you can apply for another when you need one. Before you decide, check in the calculator what you would pay in total.',
    },
    sms: {
      es: 'puedes pedir otro préstamo. Antes de decidir, mira en tu cuenta el costo total.',
      en: 'you can apply for another loan. Before you decide, see the total cost in your account.',
    },
  },
};
