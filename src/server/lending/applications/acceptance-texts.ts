/**
 * The words beside the boxes of a signature (domain 2.3.3): what is stored as evidence is what was on the screen, so the
 * screen gets them from here and not from the content service.
 */
export const ACCEPTANCE_TEXTS = {
  es: {
    contract: 'Leí el contrato de préstamo con su cronograma y lo acepto.',
    hojaResumen: 'Leí la hoja resumen: sé cuánto recibo, cuánto pago en total, cuándo, y qué pasa si me atraso.',
    dataProcessing: 'Leí el aviso de privacidad y sé para qué se usan mis datos en este préstamo.',
  },
  en: {
    contract: 'I have read the loan contract with its schedule and accept it.',
    hojaResumen:
      'I have read the summary sheet: I know how much I receive, how much I pay in total, when, and what happens if I am late.',
    dataProcessing: 'I have read the privacy notice and know what my data are used for in this loan.',
  },
} as const;
