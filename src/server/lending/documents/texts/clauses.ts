import { byLanguage } from '#i18n/by-language.ts';

/** The clauses of the contract and the privacy notice; the Spanish text is the one that binds. */
export const CLAUSES = byLanguage({
  parties: { es: 'Quiénes firman', en: 'Who signs' },
  conditions: { es: 'Lo que acuerdan', en: 'What they agree' },
  intro: {
    es: '{lender} y {name} firman este contrato. Lee también la hoja resumen y el cronograma: forman parte de él.',
    en: '{lender} and {name} sign this contract. Read the summary sheet and the schedule too: they are part of it.',
  },
  joint: {
    comma: { es: ', ', en: ', ' },
    and: { es: ' y ', en: ' and ' },
  },
  /** The providers that were asked about the client before the decision. */
  consulted: {
    asked: {
      es: 'Antes de decidir le preguntamos a {provider}, y le dimos solo los datos que esa pregunta necesita: {questions}.',
      en: 'Before deciding we asked {provider}, giving them only the data that the question needs: {questions}.',
    },
    questions: {
      identity: {
        es: 'si tu documento, tu nombre y tu fecha de nacimiento son de la misma persona',
        en: 'whether your document, your name and your date of birth belong to one person',
      },
      'account-holder': { es: 'si la cuenta del depósito es tuya', en: 'whether the account for the money is yours' },
      bureau: { es: 'tu calificación en su central de riesgo', en: 'your rating in its credit bureau' },
    },
    noBureau: {
      es: 'No consultamos centrales de riesgo para esta solicitud.',
      en: 'We asked no credit bureau for this application.',
    },
    nobody: {
      es: 'Para decidir esta solicitud no consultamos centrales de riesgo, ni registros de identidad o de cuentas.',
      en: 'To decide this application we consulted no credit bureau, and no register of identities or accounts.',
    },
  },
  contract: {
    loan: {
      heading: { es: '1. El préstamo', en: '1. The loan' },
      base: {
        es: '{lender} te presta {amount}. Te transferimos el monto completo, sin ningún descuento, a la cuenta que indicaste. Tú lo devuelves con el interés, las comisiones y el IGV de este contrato: {total} en total, si pagas en las fechas pactadas.',
        en: '{lender} lends you {amount}. We transfer the full amount, with nothing taken off, to the account you named. You pay it back with the interest, fees and IGV of this contract: {total} in total, if you pay on the dates agreed.',
      },
    },
    start: {
      heading: { es: '2. Desde cuándo corre', en: '2. When it starts' },
      base: {
        es: 'El interés corre desde el día en que el banco confirma la transferencia. Las fechas y los montos de este contrato suponen que será el {valueDate}. Si ocurre otro día, las fechas se mueven con él, los montos se calculan de nuevo con las mismas tasas y comisiones, y recibes un cronograma nuevo. Si la transferencia no se logra, no debes nada.',
        en: 'Interest runs from the day the bank confirms the transfer. The dates and amounts of this contract assume that this is {valueDate}. If it happens on another day, the dates move with it, the amounts are recalculated at the same rates and fees, and you receive a new schedule. If the transfer fails, you owe nothing.',
      },
    },
    cost: {
      heading: { es: '3. Lo que cuesta', en: '3. What it costs' },
      base: {
        es: 'La tasa de interés compensatorio es fija: {tea} efectiva anual (TEA), sobre un año de 360 días. La tasa de costo efectivo anual (TCEA), que reúne todo lo que pagas, es de {tcea} con IGV y de {tceaExclVat} sin IGV.',
        en: 'The rate of compensatory interest is fixed: an effective annual rate (TEA) of {tea}, based on a year of 360 days. The effective annual cost (TCEA), which combines everything you pay, is {tcea} with IGV and {tceaExclVat} without IGV.',
      },
      rest: {
        es: 'El interés y las comisiones llevan IGV de {igv}. La hoja resumen muestra cada comisión con su motivo. No hay otros cobros: ni por transferirte, ni por pagar, ni por pedir documentos.',
        en: 'IGV of {igv} is added to interest and fees. The summary sheet shows each fee with its reason. Nothing else is charged: not for the transfer, not for paying, not for documents.',
      },
      cap: {
        es: 'La TEA no supera la tasa máxima de interés compensatorio que publica el Banco Central de Reserva del Perú, que al {date} es de {cap}.',
        en: 'The TEA does not exceed the maximum rate of compensatory interest published by the Central Reserve Bank of Peru, which on {date} is {cap}.',
      },
    },
    payment: {
      heading: { es: '4. Cuándo y cómo pagas', en: '4. When and how you pay' },
      single: {
        es: 'Pagas {total} en un solo pago, el {dueDate}.',
        en: 'You pay {total} in a single payment, on {dueDate}.',
      },
      monthly: {
        es: 'Pagas {term} cuotas mensuales según el cronograma. La primera vence el {firstDueDate} y la última el {dueDate}.',
        en: 'You pay {term} monthly instalments, as the schedule shows. The first falls due on {firstDueDate} and the last on {dueDate}.',
      },
      rest: {
        es: 'Si una fecha cae en día no hábil, puedes pagar el siguiente día hábil sin costo adicional. Pagas por los medios que muestra tu área de cliente. Tu pago cuenta con la fecha en que lo hiciste, aunque lo conozcamos después.',
        en: 'If a date falls on a non-business day, you can pay on the next business day at no extra cost. You pay by the methods shown in your client area. Your payment counts as of the date you made it, even if we learn of it later.',
      },
    },
    order: {
      heading: { es: '5. A qué se aplica cada pago', en: '5. What each payment pays' },
      base: {
        es: 'Primero, a lo más antiguo. Dentro de cada vencimiento, en este orden: {order}. Cada interés o comisión se paga junto con su IGV. Si pagas de más, el exceso queda a tu favor y puedes pedir que te lo devolvamos a tu cuenta.',
        en: 'First, whatever is oldest. Within each due date, in this order: {order}. Each interest or fee is paid together with its IGV. If you overpay, the excess is yours and you can ask us to send it back to your account.',
      },
    },
    early: {
      heading: { es: '6. Pagar antes', en: '6. Paying early' },
      base: {
        es: 'Puedes pagar antes, todo o una parte, cualquier día, sin comisión ni penalidad (artículo 85 de la Ley 29571). Si pagas todo, el interés y las comisiones se cobran solo por los días transcurridos.',
        en: 'You can pay early, all or a part, on any day, without a fee or penalty (article 85 of Ley 29571). If you pay everything, interest and fees are charged only for the days that have passed.',
      },
      accelerated: {
        es: 'La comisión de evaluación paga un servicio ya prestado: se cobra completa aunque pagues antes.',
        en: 'The assessment fee pays for a service already provided: it is charged in full even if you pay early.',
      },
      single: {
        es: 'Si pagas una parte, baja el capital y con él el interés que falta.',
        en: 'If you pay part of it, the principal goes down, and with it the interest still to come.',
      },
      monthly: {
        es: 'Si pagas más que lo vencido, tú eliges: cuotas más bajas, menos cuotas o adelantar las siguientes. Si no eliges, hasta {advance} cuotas se adelantan; con más, {mode}.',
        en: 'If you pay more than what is due, you choose: lower instalments, fewer instalments, or the next ones in advance. If you do not choose, up to {advance} instalments are paid in advance; with more, {mode}.',
      },
      modes: {
        REDUCE_INSTALLMENT: { es: 'bajan las cuotas', en: 'the instalments go down' },
        REDUCE_TERM: { es: 'se reduce el número de cuotas', en: 'there are fewer instalments' },
        ADVANCE: { es: 'también se adelantan', en: 'the next ones are paid in advance too' },
      },
      changedMind: {
        es: 'Plazo para arrepentirte: {changedMindDays} día(s) desde que recibes el dinero. Si en ese plazo devuelves todo el capital, no pagas interés ni comisiones.',
        en: 'Time to change your mind: {changedMindDays} day(s) from receiving the money. If you give back all the principal in that time, you pay no interest and no fees.',
      },
    },
    late: {
      heading: { es: '7. Si te atrasas', en: '7. If you are late' },
      base: {
        es: 'Pasado el último día para pagar, el capital vencido sigue generando el interés compensatorio a la misma TEA, con IGV, y además un interés moratorio de {moratory} efectivo anual, sin IGV. Ambos se cuentan {from}. No cobramos intereses sobre intereses, comisiones o IGV, ni penalidades, ni gastos de cobranza.',
        en: 'After the last day to pay, overdue principal continues to accrue compensatory interest at the same TEA, with IGV, and also moratory interest at an effective annual rate of {moratory}, without IGV. Both are counted {from}. We charge no interest on interest, fees or IGV, no penalties and no collection charges.',
      },
      from: {
        DUE_DATE: { es: 'desde la fecha de vencimiento', en: 'from the due date' },
        EFFECTIVE_DUE_DATE: {
          es: 'desde el último día en que podías pagar sin atraso',
          en: 'from the last day on which you could pay on time',
        },
      },
      rest: {
        es: 'Deber {tolerance} o menos no es atraso. Un atraso no adelanta las cuotas que todavía no vencen. Con más de {days} días de atraso, el préstamo queda en incumplimiento.',
        en: 'Owing {tolerance} or less is not being late. Being late does not bring forward the instalments that are not due yet. When it is more than {days} days past due, the loan is in default.',
      },
      conduct: {
        es: 'La cobranza respeta los artículos 61 y 62 de la Ley 29571: no llamamos ni visitamos entre las 20:00 y las 07:00, ni sábados, domingos o feriados; no hablamos de tu deuda con otras personas ni usamos documentos que parezcan judiciales.',
        en: 'Our collection follows articles 61 and 62 of Ley 29571: we do not call or visit between 20:00 and 07:00, nor on Saturdays, Sundays or holidays; we do not talk about your debt with other people or use papers that look as if they came from a court.',
      },
    },
    hardship: {
      heading: { es: '8. Si no llegas a pagar', en: '8. If you cannot pay' },
      single: {
        es: 'Puedes pedir una extensión de {terms} días, hasta {max} veces seguidas, pagando por adelantado su precio. Antes de pagar ves cuánto cuesta en soles.',
        en: 'You can extend by {terms} days, up to {max} times in a row, paying the price in advance. Before you pay you see what it costs in soles.',
      },
      rest: {
        es: 'También puedes pedir un plan de pagos o el pago flexible, con las condiciones que ves antes de aceptar. Nada de esto se activa sin que tú lo confirmes.',
        en: 'You can also request a payment plan or flex pay, under the conditions you see before you accept. None of this starts unless you confirm it.',
      },
    },
    fixed: {
      heading: { es: '9. Lo que no cambia', en: '9. What does not change' },
      base: {
        es: 'Las tasas, las comisiones y las reglas de este contrato no cambian mientras dure el préstamo, salvo a tu favor o con tu acuerdo en una adenda.',
        en: 'The rates, fees and rules of this contract do not change while the loan lasts, except in your favour or with your agreement in an addendum.',
      },
    },
    data: {
      heading: { es: '10. Tus datos', en: '10. Your data' },
      base: {
        es: 'Usamos tus datos para este contrato como explica el aviso de privacidad, según la Ley 29733 y su reglamento. La publicidad va aparte: solo si la aceptas, y puedes retirarte cuando quieras. Si cambian tu celular, correo o domicilio, actualízalos en tu área de cliente.',
        en: 'We use your data for this contract as the privacy notice explains, under Ley 29733 and its regulation. Advertising is separate: only if you accept it, and you can withdraw at any time. If your phone, e-mail or address changes, update it in your client area.',
      },
    },
    signing: {
      heading: { es: '11. Firma electrónica', en: '11. Electronic signature' },
      base: {
        es: 'Firmas con un código de un solo uso que enviamos a tu celular. Al usarlo declaras que leíste y aceptas este contrato, la hoja resumen y el cronograma. La evidencia de la firma se guarda y se adjunta a tu copia (Ley 27269). Tienes todas tus copias en tu área de cliente, sin costo.',
        en: 'You sign with a one-time code that we send to your phone. By using it you declare that you have read and accept this contract, the summary sheet and the schedule. The evidence of the signature is kept and attached to your copy (Ley 27269). All your copies are in your client area, at no cost.',
      },
    },
    complaints: {
      heading: { es: '12. Reclamos', en: '12. Complaints' },
    },
    law: {
      heading: { es: '13. Ley y jueces', en: '13. Law and courts' },
      base: {
        es: 'Rige la ley peruana. Los desacuerdos los resuelven los jueces del lugar donde vives. Nada de este contrato te quita los derechos que te da el Código de Protección y Defensa del Consumidor (Ley 29571).',
        en: 'Peruvian law applies. Disagreements are settled by the judges of the place where you live. Nothing in this contract takes away the rights that the Consumer Protection Code (Ley 29571) gives you.',
      },
    },
  },
  registered: {
    es: 'Inscrita en el registro de la SBS con el N.º {number} (Res. SBS 650-2024): compruébalo con el RUC en https://www.sbs.gob.pe',
    en: 'In the register of the SBS under No. {number} (Res. SBS 650-2024): check it by the RUC at https://www.sbs.gob.pe',
  },
  dataOfficer: {
    es: 'Nuestro Oficial de Datos Personales es {name}: {contact}.',
    en: 'Our data protection officer is {name}: {contact}.',
  },
  privacy: [
    {
      heading: { es: '1. Quién responde por tus datos', en: '1. Who is responsible for your data' },
      paragraphs: [
        {
          es: '{lender}, RUC {ruc}, con domicilio en {address}, es titular del banco de datos personales. Puedes ejercer tus derechos en tu área de cliente o por escrito en ese domicilio.',
          en: '{lender}, RUC {ruc}, at {address}, is the controller of the personal data. You can exercise your rights in your client area or in writing at that address.',
        },
      ],
    },
    {
      heading: { es: '2. Qué datos usamos y para qué', en: '2. Which data we use, and what for' },
      paragraphs: [
        {
          es: 'Identidad y contacto: para saber que eres tú, firmar y poder avisarte. Sin ellos no hay contrato.',
          en: 'Identity and contact: to know it is you, to sign and to be able to reach you. Without them there is no contract.',
        },
        {
          es: 'Lo que ganas, lo que debes y cómo nos has pagado: para evaluar si te alcanza.',
          en: 'What you earn, what you owe and how you have paid us: to assess whether you can afford it.',
        },
        {
          es: 'Datos de tu equipo y conexión: para evitar fraudes y proteger tu cuenta.',
          en: 'Data of your device and connection: to prevent fraud and protect your account.',
        },
        {
          es: 'Préstamos y pagos: para cumplir el contrato y las leyes contables, tributarias y contra el lavado de activos.',
          en: 'Loans and payments: to keep the contract and the laws on accounting, tax and money laundering.',
        },
        {
          es: 'No pedimos acceso a tus contactos, fotos ni mensajes.',
          en: 'We do not ask for access to your contacts, photos or messages.',
        },
      ],
    },
    {
      heading: { es: '3. Publicidad', en: '3. Advertising' },
      paragraphs: [
        {
          es: 'Solo si la aceptas, por cada medio aparte, y la puedes cortar cuando quieras, sin dar motivos y con efecto inmediato. Decir que no nunca cambia tu evaluación.',
          en: 'Only if you accept it, for each channel separately, and you can stop it at any time, without a reason and with immediate effect. Saying no never changes your assessment.',
        },
      ],
    },
    {
      heading: { es: '4. Decisiones automáticas', en: '4. Automatic decisions' },
      paragraphs: [
        {
          es: 'Un sistema calcula una parte de la evaluación de tu solicitud. Puedes pedir los motivos y que una persona la revise.',
          en: 'A system works out part of the assessment of your application. You can request the reasons, and a review by a person.',
        },
      ],
    },
    {
      heading: { es: '5. Con quién los compartimos', en: '5. Who we share them with' },
      paragraphs: [
        {
          es: 'Con quien hace falta para prestarte: el banco que transfiere, las empresas que procesan los pagos, quien envía los mensajes y la autoridad que los pida por ley. Trabajan por encargo nuestro o por mandato legal. No vendemos tus datos.',
          en: 'With whoever is needed to lend to you: the bank that transfers, the companies that process payments, whoever delivers messages, and an authority that asks by law. They work on our behalf or by legal mandate. We do not sell your data.',
        },
        { es: '{consulted}', en: '{consulted}' },
      ],
    },
    {
      heading: { es: '6. Cuánto tiempo los guardamos', en: '6. How long we keep them' },
      paragraphs: [
        {
          es: 'Los de contratos, pagos y comprobantes, diez años por ley. Los de una solicitud que no terminaste se borran a los 90 días de vencida. Los consentimientos se guardan mientras haga falta probarlos.',
          en: 'Data on contracts, payments and receipts: ten years, as the law requires. Data from an application you did not finish are deleted 90 days after it expires. Consents are kept for as long as they need to be proved.',
        },
      ],
    },
    {
      heading: { es: '7. Cómo los cuidamos', en: '7. How we look after them' },
      paragraphs: [
        {
          es: 'Los datos personales se guardan cifrados y cada vez que nuestro personal abre tu expediente queda registrado. Si ocurriera un incidente que te afecte, avisamos a la autoridad dentro de 48 horas y también a ti.',
          en: 'Personal data are stored encrypted, and every time our staff open your file, it is recorded. If an incident affected you, we would tell the authority within 48 hours, and you as well.',
        },
      ],
    },
    {
      heading: { es: '8. Tus derechos', en: '8. Your rights' },
      paragraphs: [
        {
          es: 'Puedes ver, corregir, cancelar, llevarte u oponerte al uso de tus datos, y retirar los consentimientos que diste (Ley 29733 y DS 016-2024-JUS). Contestamos en 20 días hábiles si quieres verlos y en 10 si quieres corregirlos, cancelarlos u oponerte. Es gratis.',
          en: 'You can see, correct, delete or take your data with you, object to their use, and withdraw the consents you gave (Ley 29733 and DS 016-2024-JUS). We answer within 20 business days if you want to see them and within 10 if you want to correct or delete them or object. It is free.',
        },
        {
          es: 'Si no te convence la respuesta, puedes acudir a la Autoridad Nacional de Protección de Datos Personales.',
          en: 'If the answer does not satisfy you, you can go to Peru’s data protection authority.',
        },
      ],
    },
  ],
});
