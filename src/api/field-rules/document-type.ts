import { type DocumentType, dniNumber } from './document-number.ts';

/**
 * Finds the type of a document by its number, where it is not asked: a number that the rule of the DNI takes is a DNI.
 */
export function documentTypeOf(typed: string): DocumentType {
  return /^\d{8}$/.test(dniNumber.normalise(typed)) ? 'DNI' : 'CE';
}
