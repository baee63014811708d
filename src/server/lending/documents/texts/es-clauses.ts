/** The clauses of the contract and the privacy notice in Spanish, the text that binds. */
export const ES_CLAUSES = {
  parties: 'Quiénes firman',
  conditions: 'Lo que acuerdan',
  intro: '{lender} y {name} firman este contrato. Lee también la hoja resumen y el cronograma: forman parte de él.',
  joint: { comma: ', ', and: ' y ' },
  /** The providers that were asked about the client before the decision. */
  consulted: {
    asked:
      'Antes de decidir le preguntamos a {provider}, y le dimos solo los datos que esa pregunta necesita: {questions}.',
    questions: {
      identity: 'si tu documento, tu nombre y tu fecha de nacimiento son de la misma persona',
      'account-holder': 'si la cuenta del depósito es tuya',
      bureau: 'tu calificación en su central de riesgo',
    },
    noBureau: 'No consultamos centrales de riesgo para esta solicitud.',
    nobody: 'Para decidir esta solicitud no consultamos centrales de riesgo, ni registros de identidad o de cuentas.',
  },
  contract: {
    loan: {
      heading: '1. El préstamo',
      base: '{lender} te presta {amount}. Te transferimos el monto completo, sin ningún descuento, a la cuenta que indicaste. Tú lo devuelves con el interés, las comisiones y el IGV de este contrato: {total} en total, si pagas en las fechas pactadas.',
    },
    start: {
      heading: '2. Desde cuándo corre',
      base: 'El interés corre desde el día en que el banco confirma la transferencia. Las fechas y los montos de este contrato suponen que será el {valueDate}. Si ocurre otro día, las fechas se mueven con él, los montos se calculan de nuevo con las mismas tasas y comisiones, y recibes un cronograma nuevo. Si la transferencia no se logra, no debes nada.',
    },
    cost: {
      heading: '3. Lo que cuesta',
      base: 'La tasa de interés compensatorio es fija: {tea} efectiva anual (TEA), sobre un año de 360 días. La tasa de costo efectivo anual (TCEA), que reúne todo lo que pagas, es de {tcea} con IGV y de {tceaExclVat} sin IGV.',
      rest: 'El interés y las comisiones llevan IGV de {igv}. La hoja resumen muestra cada comisión con su motivo. No hay otros cobros: ni por transferirte, ni por pagar, ni por pedir documentos.',
      cap: 'La TEA no supera la tasa máxima de interés compensatorio que publica el Banco Central de Reserva del Perú, que al {date} es de {cap}.',
    },
    payment: {
      heading: '4. Cuándo y cómo pagas',
      single: 'Pagas {total} en un solo pago, el {dueDate}.',
      monthly:
        'Pagas {term} cuotas mensuales según el cronograma. La primera vence el {firstDueDate} y la última el {dueDate}.',
      rest: 'Si una fecha cae en día no hábil, puedes pagar el siguiente día hábil sin costo adicional. Pagas por los medios que muestra tu área de cliente. Tu pago cuenta con la fecha en que lo hiciste, aunque lo conozcamos después.',
    },
    order: {
      heading: '5. A qué se aplica cada pago',
      base: 'Primero, a lo más antiguo. Dentro de cada vencimiento, en este orden: {order}. Cada interés o comisión se paga junto con su IGV. Si pagas de más, el exceso queda a tu favor y puedes pedir que te lo devolvamos a tu cuenta.',
    },
    early: {
      heading: '6. Pagar antes',
      base: 'Puedes pagar antes, todo o una parte, cualquier día, sin comisión ni penalidad (artículo 85 de la Ley 29571). Si pagas todo, el interés y las comisiones se cobran solo por los días transcurridos.',
      accelerated: 'La comisión de evaluación paga un servicio ya prestado: se cobra completa aunque pagues antes.',
      single: 'Si pagas una parte, baja el capital y con él el interés que falta.',
      monthly:
        'Si pagas más que lo vencido, tú eliges: cuotas más bajas, menos cuotas o adelantar las siguientes. Si no eliges, hasta {advance} cuotas se adelantan; con más, {mode}.',
      modes: {
        REDUCE_INSTALLMENT: 'bajan las cuotas',
        REDUCE_TERM: 'se reduce el número de cuotas',
        ADVANCE: 'también se adelantan',
      },
      changedMind:
        'Plazo para arrepentirte: {changedMindDays} día(s) desde que recibes el dinero. Si en ese plazo devuelves todo el capital, no pagas interés ni comisiones.',
    },
    late: {
      heading: '7. Si te atrasas',
      base: 'Pasado el último día para pagar, el capital vencido sigue generando el interés compensatorio a la misma TEA, con IGV, y además un interés moratorio de {moratory} efectivo anual, sin IGV. Ambos se cuentan {from}. No cobramos intereses sobre intereses, comisiones o IGV, ni penalidades, ni gastos de cobranza.',
      from: {
        DUE_DATE: 'desde la fecha de vencimiento',
        EFFECTIVE_DUE_DATE: 'desde el último día en que podías pagar sin atraso',
      },
      rest: 'Deber {tolerance} o menos no es atraso. Un atraso no adelanta las cuotas que todavía no vencen. Con más de {days} días de atraso, el préstamo queda en incumplimiento.',
      conduct:
        'La cobranza respeta los artículos 61 y 62 de la Ley 29571: no llamamos ni visitamos entre las 20:00 y las 07:00, ni sábados, domingos o feriados; no hablamos de tu deuda con otras personas ni usamos documentos que parezcan judiciales.',
    },
    hardship: {
      heading: '8. Si no llegas a pagar',
      single:
        'Puedes pedir una extensión de {terms} días, hasta {max} veces seguidas, pagando por adelantado su precio. Antes de pagar ves cuánto cuesta en soles.',
      rest: 'También puedes pedir un plan de pagos o el pago flexible, con las condiciones que ves antes de aceptar. Nada de esto se activa sin que tú lo confirmes.',
    },
    fixed: {
      heading: '9. Lo que no cambia',
      base: 'Las tasas, las comisiones y las reglas de este contrato no cambian mientras dure el préstamo, salvo a tu favor o con tu acuerdo en una adenda.',
    },
    data: {
      heading: '10. Tus datos',
      base: 'Usamos tus datos para este contrato como explica el aviso de privacidad, según la Ley 29733 y su reglamento. La publicidad va aparte: solo si la aceptas, y puedes retirarte cuando quieras. Si cambian tu celular, correo o domicilio, actualízalos en tu área de cliente.',
    },
    signing: {
      heading: '11. Firma electrónica',
      base: 'Firmas con un código de un solo uso que enviamos a tu celular. Al usarlo declaras que leíste y aceptas este contrato, la hoja resumen y el cronograma. La evidencia de la firma se guarda y se adjunta a tu copia (Ley 27269). Tienes todas tus copias en tu área de cliente, sin costo.',
    },
    complaints: { heading: '12. Reclamos' },
    law: {
      heading: '13. Ley y jueces',
      base: 'Rige la ley peruana. Los desacuerdos los resuelven los jueces del lugar donde vives. Nada de este contrato te quita los derechos que te da el Código de Protección y Defensa del Consumidor (Ley 29571).',
    },
  },
  registered:
    'Inscrita en el registro de la SBS con el N.º {number} (Res. SBS 650-2024): compruébalo con el RUC en https://www.sbs.gob.pe',
  dataOfficer: 'Nuestro Oficial de Datos Personales es {name}: {contact}.',
  privacy: [
    {
      heading: '1. Quién responde por tus datos',
      paragraphs: [
        '{lender}, RUC {ruc}, con domicilio en {address}, es titular del banco de datos personales. Puedes ejercer tus derechos en tu área de cliente o por escrito en ese domicilio.',
      ],
    },
    {
      heading: '2. Qué datos usamos y para qué',
      paragraphs: [
        'Identidad y contacto: para saber que eres tú, firmar y poder avisarte. Sin ellos no hay contrato.',
        'Lo que ganas, lo que debes y cómo nos has pagado: para evaluar si te alcanza.',
        'Datos de tu equipo y conexión: para evitar fraudes y proteger tu cuenta.',
        'Préstamos y pagos: para cumplir el contrato y las leyes contables, tributarias y contra el lavado de activos.',
        'No pedimos acceso a tus contactos, fotos ni mensajes.',
      ],
    },
    {
      heading: '3. Publicidad',
      paragraphs: [
        'Solo si la aceptas, por cada medio aparte, y la puedes cortar cuando quieras, sin dar motivos y con efecto inmediato. Decir que no nunca cambia tu evaluación.',
      ],
    },
    {
      heading: '4. Decisiones automáticas',
      paragraphs: [
        'Un sistema calcula una parte de la evaluación de tu solicitud. Puedes pedir los motivos y que una persona la revise.',
      ],
    },
    {
      heading: '5. Con quién los compartimos',
      paragraphs: [
        'Con quien hace falta para prestarte: el banco que transfiere, las empresas que procesan los pagos, quien envía los mensajes y la autoridad que los pida por ley. Trabajan por encargo nuestro o por mandato legal. No vendemos tus datos.',
        '{consulted}',
      ],
    },
    {
      heading: '6. Cuánto tiempo los guardamos',
      paragraphs: [
        'Los de contratos, pagos y comprobantes, diez años por ley. Los de una solicitud que no terminaste se borran a los 90 días de vencida. Los consentimientos se guardan mientras haga falta probarlos.',
      ],
    },
    {
      heading: '7. Cómo los cuidamos',
      paragraphs: [
        'Los datos personales se guardan cifrados y cada vez que nuestro personal abre tu expediente queda registrado. Si ocurriera un incidente que te afecte, avisamos a la autoridad dentro de 48 horas y también a ti.',
      ],
    },
    {
      heading: '8. Tus derechos',
      paragraphs: [
        'Puedes ver, corregir, cancelar, llevarte u oponerte al uso de tus datos, y retirar los consentimientos que diste (Ley 29733 y DS 016-2024-JUS). Contestamos en 20 días hábiles si quieres verlos y en 10 si quieres corregirlos, cancelarlos u oponerte. Es gratis.',
        'Si no te convence la respuesta, puedes acudir a la Autoridad Nacional de Protección de Datos Personales.',
      ],
    },
  ],
};

/** Those clauses in any language. */
export type ClauseTexts = typeof ES_CLAUSES;
