import type { NotificationTexts } from './notification-kinds.ts';

/** What clients read in Spanish. A changed text needs a new version in `notification-kinds.ts`. */
export const TEXTS_ES: NotificationTexts = {
  kinds: {
    'payment-soon': {
      title: 'Tu próximo pago vence el {dueDate}',
      body: 'Tienes que pagar {amount} de tu préstamo {loanNumber}. Si pagas hasta el {lastDay}, estás a tiempo.',
      sms: 'tu pago de {amount} vence el {dueDate}. Estás a tiempo hasta el {lastDay}.',
    },
    'payment-due': {
      title: 'Tu pago vence el {dueDate}',
      body: 'Paga {amount} de tu préstamo {loanNumber} hasta el {lastDay} y no tendrás ningún recargo. Si ya pagaste, no hagas nada: el pago puede tardar unas horas en verse.',
      sms: 'tu pago de {amount} vence el {dueDate}. Sin recargo hasta el {lastDay}.',
    },
    'payment-late': {
      title: 'Tienes un pago atrasado',
      body: 'El pago de tu préstamo {loanNumber} venció el {dueDate}. Hoy debes {amount}, con el interés por los días de atraso. Si no puedes pagar todo, mira tus opciones: pagar una parte, extender el plazo o armar un plan de pagos.',
      sms: 'tu pago venció el {dueDate}. Hoy debes {amount}. Entra para ver tus opciones.',
    },
    'payment-overdue': {
      title: 'Tu pago sigue pendiente',
      body: 'El pago de tu préstamo {loanNumber} venció el {dueDate} y hoy debes {amount}. Cada día suma interés. Entra y elige cómo ponerte al día; si tu situación cambió, escríbenos y buscamos una salida.',
      sms: 'tu pago venció el {dueDate} y hoy debes {amount}. Entra para ponerte al día.',
    },
    'plan-at-risk': {
      title: 'Tu plan de pagos está en riesgo',
      body: 'La cuota de tu plan que vencía el {dueDate} no está completa. Paga {amount} antes del {endsOn} para conservar el plan del préstamo {loanNumber}. Después vuelve a correr el interés del contrato.',
      sms: 'tu plan está en riesgo. Paga {amount} antes del {endsOn} para conservarlo.',
    },
    'flex-at-risk': {
      title: 'Falta el mínimo de tu pago flexible',
      body: 'El mínimo que vencía el {dueDate} no está completo. Paga {amount} antes del {endsOn} para conservar el pago flexible del préstamo {loanNumber}.',
      sms: 'falta {amount} de tu mínimo. Paga antes del {endsOn}.',
    },
    'payment-received': {
      title: 'Recibimos tu pago',
      body: 'Recibimos {amount} el {paidOn} para tu préstamo {loanNumber}. En tus documentos encontrarás el recibo.',
      sms: 'recibimos tu pago de {amount}.',
    },
    'payment-taken-back': {
      title: 'Un pago tuyo fue devuelto',
      body: 'El pago de {amount} del {paidOn} para tu préstamo {loanNumber} fue anulado por tu banco o por el medio de pago. Ese monto vuelve a estar pendiente.',
      sms: 'tu pago de {amount} del {paidOn} fue anulado. Ese monto está pendiente.',
    },
    'loan-disbursed': {
      title: 'Tu dinero está en camino a tu cuenta',
      body: 'El banco confirmó el abono de {amount} de tu préstamo {loanNumber}. Tu cronograma ya está en tu cuenta.',
      sms: 'el banco confirmó el abono de {amount}.',
    },
    'disbursement-failed': {
      title: 'No pudimos abonar tu préstamo',
      body: 'Tu banco no aceptó el abono de {amount} del préstamo {loanNumber}. Indica otra cuenta a tu nombre hasta el {answerBy}; si no, el préstamo se anula y no debes nada.',
      sms: 'tu banco no aceptó el abono. Indica otra cuenta hasta el {answerBy}.',
    },
    'loan-paid-off': {
      title: 'Terminaste de pagar tu préstamo',
      body: 'Tu préstamo {loanNumber} está pagado por completo. Tu constancia de no adeudo queda en tus documentos. ¡Gracias por cumplir!',
      sms: 'terminaste de pagar tu préstamo {loanNumber}.',
    },
    'extension-active': {
      title: 'Extendimos el plazo de tu préstamo',
      body: 'Tu préstamo {loanNumber} vence ahora el {newDueDate}.',
      sms: 'tu préstamo vence ahora el {newDueDate}.',
    },
    'plan-confirmed': {
      title: 'Tu plan de pagos está activo',
      body: 'Acordamos {payments} pagos por un total de {amount} para tu préstamo {loanNumber}. El primero vence el {firstDate}. Mientras cumplas el plan no corren más intereses.',
      sms: 'tu plan de {payments} pagos está activo. El primero vence el {firstDate}.',
    },
    'plan-broken': {
      title: 'Tu plan de pagos terminó',
      body: 'El plan del préstamo {loanNumber} terminó porque faltó un pago. Lo que pagaste queda a tu favor; desde hoy valen otra vez las fechas y el interés del contrato.',
      sms: 'tu plan de pagos terminó porque faltó un pago. Entra para ver qué hacer.',
    },
    'flex-activated': {
      title: 'Tu pago flexible está activo',
      body: 'Para tu préstamo {loanNumber} el mínimo es {amount} cada mes. El primero vence el {firstDate}. Mientras lo cumplas no corren más intereses.',
      sms: 'tu pago flexible está activo: {amount} al mes, desde el {firstDate}.',
    },
    'flex-ended': {
      title: 'Tu pago flexible terminó',
      body: 'El pago flexible del préstamo {loanNumber} terminó porque faltó un mínimo. Lo que pagaste queda a tu favor; desde hoy valen otra vez las fechas y el interés del contrato.',
      sms: 'tu pago flexible terminó porque faltó un mínimo. Entra para ver qué hacer.',
    },
    'top-up-paid': {
      title: 'Abonamos tu ampliación',
      body: 'El banco confirmó el abono de {amount} adicionales de tu préstamo {loanNumber}. Tu cronograma nuevo ya está en tu cuenta.',
      sms: 'el banco confirmó el abono de {amount} adicionales.',
    },
    'top-up-failed': {
      title: 'No pudimos abonar tu ampliación',
      body: 'Tu banco no aceptó el abono de {amount} adicionales del préstamo {loanNumber}. Tu préstamo sigue igual que antes y no debes nada por la ampliación.',
      sms: 'tu banco no aceptó el abono de tu ampliación. Tu préstamo sigue igual.',
    },
    'document-ready': {
      title: 'Tienes un documento nuevo',
      body: 'Hay un documento nuevo de tu préstamo {loanNumber} en tu cuenta. Puedes verlo y descargarlo cuando quieras.',
      sms: 'hay un documento nuevo de tu préstamo en tu cuenta.',
    },
    'next-loan': {
      title: 'Puedes pedir otro préstamo',
      body: 'Como cumpliste con tu préstamo, puedes pedir otro cuando lo necesites. Antes de decidir, mira en la calculadora cuánto pagarías en total.',
      sms: 'puedes pedir otro préstamo. Mira en tu cuenta cuánto pagarías en total.',
    },
  },
  quietSms: 'Tienes un aviso nuevo en tu cuenta. Entra para leerlo.',
  quietUrgentSms: 'Tienes un aviso importante en tu cuenta. Entra para leerlo.',
  namedSms: '{lender}: {text}',
  greeting: 'Hola, {firstName}:',
  greetingWithoutName: 'Hola:',
  readMore: 'Míralo en tu cuenta: {link}',
  security: 'Nunca te pedimos tu clave ni códigos por correo, SMS o llamada.',
  chooseChannels: 'Elige cómo te avisamos: {settings}',
  unsubscribe:
    'Recibes este mensaje porque aceptaste publicidad por este medio. Puedes retirarlo cuando quieras: {settings}',
};
