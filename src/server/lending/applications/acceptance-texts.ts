/** The words beside a signature's box (domain 2.3.3): evidence is what was shown, so content cannot change them. */
export const ACCEPTANCE_TEXTS = {
  es: 'Leí el contrato con su cronograma, la hoja resumen y el aviso de privacidad, y acepto el contrato.',
  en: 'I have read the contract with its schedule, the summary sheet and the privacy notice, and I accept the contract.',
} as const;
