import * as z from 'zod/mini';
import { DOCUMENT_TYPES } from './field-rules/document-number.ts';
import { oneOf, required } from './field-rules/field-rule.ts';
import { anyDocument } from './person-form.ts';

/**
 * A client as a colleague names them: a DNI when no type is given. A body with these fields must be checked with
 * `documentFits`. Beside the person's own form, because a browser would load it with that.
 */
export const clientDocument = {
  documentType: z._default(oneOf(DOCUMENT_TYPES), 'DNI'),
  documentNumber: required(anyDocument),
};
