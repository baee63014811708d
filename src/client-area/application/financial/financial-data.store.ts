import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { listBanks } from '#api/endpoints/applications/list-banks.ts';
import { type Combined, combine } from '#client-area/data/combined.store.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { createOptions } from '../form-steps/options.store.ts';

/** The data of step 2: the application so far, and the option lists. */
export const createFinancialData = () =>
  combine({
    application: createLoaded(getApplication, {}),
    banks: createLoaded(listBanks, {}),
    sources: createOptions('IncomeSource'),
    lengths: createOptions('LengthOfIncome'),
    accountTypes: createOptions('BankAccountType'),
  });
export type FinancialData = Combined<ReturnType<typeof createFinancialData>['parts']>;
