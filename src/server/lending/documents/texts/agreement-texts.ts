/** The texts of what is agreed about a running loan; the contract itself is in `clauses.ts`. */
export const AGREEMENT_TEXTS = {
  extension: {
    intro: {
      es: 'Pagaste por adelantado para mover la fecha de vencimiento de tu préstamo. Esta adenda dice cuánto y hasta cuándo.',
      en: 'You paid in advance to move the due date of your loan. This addendum says how much, and until when.',
    },
    term: { es: 'Días de extensión', en: 'Days of extension' },
    from: { es: 'Vencía el', en: 'It was due on' },
    to: { es: 'Ahora vence el', en: 'It is now due on' },
    price: { es: 'Lo que pagaste', en: 'What you paid' },
    arrearsInterest: { es: 'Interés por los días de atraso', en: 'Interest for the days you were late' },
    arrearsVat: { es: 'IGV del interés por atraso', en: 'IGV on the interest for being late' },
    tcea: { es: 'TCEA del préstamo extendido', en: 'TCEA of the extended loan' },
    owed: { es: 'Queda por pagar al nuevo vencimiento', en: 'Left to pay on the new due date' },
    rules: [
      {
        es: 'El capital, las comisiones anteriores y el total anterior no cambian; nada se suma al capital.',
        en: 'Principal, earlier fees and the earlier total do not change; nothing is added to principal.',
      },
      {
        es: 'El interés de la extensión se paga por adelantado y por eso está descontado a la fecha de tu pago.',
        en: 'The interest of the extension is paid in advance and is therefore discounted to the date of your payment.',
      },
      {
        es: 'Si terminas de pagar antes del nuevo vencimiento, te devolvemos el interés de los días que no uses; la comisión de extensión no se devuelve.',
        en: 'If you finish paying before the new due date, we give back the interest of the days you do not use; the extension fee is not given back.',
      },
      {
        es: 'Puedes extender hasta {max} veces seguidas. Extender cuesta: la forma más barata de terminar es pagar antes.',
        en: 'You can extend up to {max} times in a row. Extending costs money: the cheapest way to finish is to pay earlier.',
      },
    ],
  },
  plan: {
    intro: {
      es: 'Acordamos que pagas tu deuda en partes. Mientras cumples, no corren intereses.',
      en: 'We agreed that you pay your debt in parts. While you keep to it, no interest runs.',
    },
    total: { es: 'Total del plan', en: 'Total of the plan' },
    payments: { es: 'Pagos', en: 'Payments' },
    first: { es: 'Primer pago', en: 'First payment' },
    heading: { es: 'Tus pagos', en: 'Your payments' },
    rules: [
      {
        es: 'El interés compensatorio queda detenido desde el {date}. No se suman comisiones.',
        en: 'Compensatory interest stops from {date}. No fees are added.',
      },
      {
        es: 'El interés moratorio acumulado, {moratory}, queda fuera del total y se perdona cuando completas el plan.',
        en: 'The moratory interest so far, {moratory}, is left out of the total and forgiven when you complete the plan.',
      },
      {
        es: 'Si una fecha cae en día no hábil, puedes pagar el siguiente día hábil. Puedes pagar antes o más sin costo.',
        en: 'If a date falls on a non-business day, you can pay on the next business day. You can pay earlier or more at no cost.',
      },
      {
        es: 'Si un pago se atrasa {atRisk} días hábiles, el plan entra en riesgo y te avisamos. Si pasan {broken} días más sin pagar, el plan termina.',
        en: 'If a payment is {atRisk} business days late, the plan is at risk and we will tell you. After {broken} more days without payment the plan ends.',
      },
      {
        es: 'Si el plan termina, lo pagado sigue pagado; tu préstamo vuelve a sus fechas originales, vuelve el interés moratorio y los intereses corren desde ese día, no por los días del plan.',
        en: 'If the plan ends, what was paid stays paid; your loan goes back to its original dates, the moratory interest comes back, and interest runs from that day, not for the days of the plan.',
      },
    ],
  },
  flex: {
    intro: {
      es: 'Pagas cuando puedes, en montos que tú decides, hasta la fecha final. Mientras cumples el mínimo, no corren intereses.',
      en: 'You pay when you can, in amounts you decide, until the final date. While you keep to the minimum, no interest runs.',
    },
    balance: { es: 'Saldo al empezar', en: 'Balance at the start' },
    minPayment: { es: 'Pago mínimo cada vez', en: 'Smallest payment each time' },
    minMonthly: { es: 'Mínimo cada {days} días', en: 'Minimum every {days} days' },
    finalDate: { es: 'Fecha final', en: 'Final date' },
    since: { es: 'Desde el', en: 'From' },
    rules: [
      {
        es: 'El saldo es lo que debías el {date}, con el interés moratorio de ese día. No crece mientras el acuerdo está vigente.',
        en: 'The balance is what you owed on {date}, with the moratory interest of that day. It does not grow while the agreement is in force.',
      },
      {
        es: 'Cada {days} días debe haber llegado el mínimo. Lo que pagas de más cuenta para los siguientes periodos.',
        en: 'Every {days} days the minimum must have come in. What you pay beyond it counts for the periods to come.',
      },
      {
        es: 'Si falta el mínimo te avisamos; si pasan {ended} días sin completarlo, el acuerdo termina. También termina en la fecha final si queda saldo.',
        en: 'If the minimum is missing, we will tell you; after {ended} days without it the agreement ends. It also ends on the final date if a balance is left.',
      },
      {
        es: 'Si el acuerdo termina, lo pagado sigue pagado; tu préstamo vuelve a sus fechas originales y los intereses corren desde ese día, no por los días del acuerdo.',
        en: 'If the agreement ends, what was paid stays paid; your loan goes back to its original dates and interest runs from that day, not for the days of the agreement.',
      },
      {
        es: 'Puedes pagar todo cuando quieras, sin costo.',
        en: 'You can pay everything at any time, at no cost.',
      },
    ],
  },
  topUp: {
    intro: {
      es: 'Ampliamos tu préstamo. El nuevo monto tiene su propio interés desde el día en que llega a tu cuenta y se paga con el préstamo.',
      en: 'We top up your loan. The new amount has its own interest from the day it reaches your account and is repaid with the loan.',
    },
    amount: { es: 'Monto de la ampliación', en: 'Amount of the top-up' },
    total: { es: 'Total de la ampliación', en: 'Total of the top-up' },
    loanTotal: { es: 'Total del préstamo desde ahora', en: 'Total of the loan from now on' },
    tcea: { es: 'TCEA de ambos', en: 'TCEA of both' },
    costs: { es: 'Lo que cuesta la ampliación', en: 'What the top-up costs' },
    rules: [
      {
        es: 'La tasa de interés y las demás reglas son las de tu contrato, que sigue vigente en todo lo demás.',
        en: 'The interest rate and the other rules are those of your contract, which otherwise remains in force.',
      },
      {
        es: 'Si el banco confirma la transferencia otro día, el interés se calcula por los días que falten desde esa fecha.',
        en: 'If the bank confirms the transfer on another day, interest is calculated for the days left from that date.',
      },
      {
        es: 'Puedes pagar antes, todo o una parte, sin comisión ni penalidad.',
        en: 'You can pay early, all or a part, without a fee or penalty.',
      },
    ],
  },
};
