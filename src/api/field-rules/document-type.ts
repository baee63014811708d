import { cleaned } from './cleaned.ts';
import type { DocumentType } from './document-number.ts';

/** Which document a number is, where it is not asked: eight digits, with or without their check character, are a DNI. */
export function documentTypeOf(typed: string): DocumentType {
  return /^\d{8}(?:-[0-9A-K])?$/.test(cleaned(typed).replace(/[\s.]/g, '').toUpperCase()) ? 'DNI' : 'CE';
}
