import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { listBanks } from '#api/endpoints/applications/list-banks.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { type Together, together } from '#client-area/data/together.store.ts';
import { createOptions } from '../parts/options.store.ts';

/** What step 2 cannot be drawn without: the application so far, and what can be chosen. */
export const createFinancialData = () =>
  together({
    application: createLoaded(getApplication, {}),
    banks: createLoaded(listBanks, {}),
    sources: createOptions('IncomeSource'),
    lengths: createOptions('LengthOfIncome'),
    accountTypes: createOptions('BankAccountType'),
  });
export type FinancialData = Together<ReturnType<typeof createFinancialData>['parts']>;
