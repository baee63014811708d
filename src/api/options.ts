/** The lists behind the application's choices, by the names product-spec §7 gives them; codes are stored, never labels. */
export const OPTION_LISTS = {
  StreetType: ['AV', 'JR', 'CA', 'PSJE', 'URB', 'MZ', 'OTHER'],
  ResidenceStatus: ['OWNER', 'FAMILY', 'RENTED', 'MORTGAGED', 'OTHER'],
  ReferralRelationship: ['PARENT', 'SIBLING', 'SPOUSE', 'CHILD', 'FRIEND', 'COLLEAGUE', 'OTHER'],
  IncomeSource: ['EMPLOYEE', 'INDEPENDENT_RXH', 'BUSINESS_RUC', 'INFORMAL', 'PENSION', 'REMITTANCE', 'OTHER'],
  LengthOfIncome: ['LT_3M', '3_6M', '6_12M', '1_3Y', 'GT_3Y'],
  BankAccountType: ['SAVINGS', 'SALARY', 'CHECKING'],
  // Offered by the spec; no step of ours asks for it: a loan needs no social network (domain 2.7, data minimisation).
  SocialMedias: ['FACEBOOK', 'INSTAGRAM', 'TIKTOK', 'LINKEDIN', 'X', 'NONE'],
} as const;

export type OptionListName = keyof typeof OPTION_LISTS;
export type OptionCode<Name extends OptionListName> = (typeof OPTION_LISTS)[Name][number];

export const OPTION_LIST_NAMES = Object.keys(OPTION_LISTS) as OptionListName[];

/** Incomes that have an employer to name. */
export function needsEmployer(incomeSource: OptionCode<'IncomeSource'> | string): boolean {
  return incomeSource === 'EMPLOYEE';
}

/** Incomes that have a tax number of one's own. */
export function hasOwnRuc(incomeSource: OptionCode<'IncomeSource'> | string): boolean {
  return incomeSource === 'BUSINESS_RUC' || incomeSource === 'INDEPENDENT_RXH';
}
