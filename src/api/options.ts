/** The option lists of the application, named as in product-spec §7; codes are stored, never labels. */
export const OPTION_LISTS = {
  StreetType: ['AV', 'JR', 'CA', 'PSJE', 'URB', 'MZ', 'OTHER'],
  ResidenceStatus: ['OWNER', 'FAMILY', 'RENTED', 'MORTGAGED', 'OTHER'],
  ReferralRelationship: ['PARENT', 'SIBLING', 'SPOUSE', 'CHILD', 'FRIEND', 'COLLEAGUE', 'OTHER'],
  IncomeSource: ['EMPLOYEE', 'INDEPENDENT_RXH', 'BUSINESS_RUC', 'INFORMAL', 'PENSION', 'REMITTANCE', 'OTHER'],
  LengthOfIncome: ['LT_3M', '3_6M', '6_12M', '1_3Y', 'GT_3Y'],
  BankAccountType: ['SAVINGS', 'SALARY', 'CHECKING'],
  // In the spec, but not asked for: a loan needs no social network (domain 2.7, data minimisation).
  SocialMedias: ['FACEBOOK', 'INSTAGRAM', 'TIKTOK', 'LINKEDIN', 'X', 'NONE'],
} as const;

export type OptionListName = keyof typeof OPTION_LISTS;
export type OptionCode<Name extends OptionListName> = (typeof OPTION_LISTS)[Name][number];

export const OPTION_LIST_NAMES = Object.keys(OPTION_LISTS) as OptionListName[];

/** Sources of income with an employer. */
export function needsEmployer(incomeSource: unknown): boolean {
  return incomeSource === 'EMPLOYEE';
}
