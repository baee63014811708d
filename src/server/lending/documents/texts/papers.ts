import { byLanguage } from '#i18n/by-language.ts';
import { AGREEMENT_TEXTS } from './agreement-texts.ts';
import { COMMON_TEXTS } from './common-texts.ts';
import { RECORD_TEXTS } from './record-texts.ts';

/**
 * The texts of every document: the Spanish ones bind, the English ones are those of courtesy copies. Contract and
 * privacy notice are in `clauses.ts`.
 */
export const PAPERS = byLanguage({ ...COMMON_TEXTS, ...RECORD_TEXTS, ...AGREEMENT_TEXTS });
