/**
 * The words beside the box of a signature (domain 2.3.3). What is stored as evidence must be what was on the screen, so
 * the screen gets them from here and not from the content service.
 */
export const ACCEPTANCE_TEXTS = {
  es: 'Leí el contrato con su cronograma, la hoja resumen y el aviso de privacidad, y acepto el contrato.',
  en: 'I have read the contract with its schedule, the summary sheet and the privacy notice, and I accept the contract.',
} as const;
