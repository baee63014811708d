import type { OPTION_LISTS, OptionListName } from '#api/options.ts';

type Labels = {
  readonly [Name in OptionListName]: Readonly<
    Record<(typeof OPTION_LISTS)[Name][number], readonly [es: string, en: string]>
  >;
};

/** Labels that people read instead of the codes, in both languages. */
export const OPTION_LABELS: Labels = {
  StreetType: {
    AV: ['Av.', 'Avenue'],
    JR: ['Jr.', 'Jirón'],
    CA: ['Ca.', 'Street'],
    PSJE: ['Psje.', 'Passage'],
    URB: ['Urb.', 'Housing estate'],
    MZ: ['Mz.', 'Block'],
    OTHER: ['Otro', 'Other'],
  },
  ResidenceStatus: {
    OWNER: ['Propia', 'My own'],
    FAMILY: ['De mi familia', 'My family’s'],
    RENTED: ['Alquilada', 'Rented'],
    MORTGAGED: ['Propia con hipoteca', 'My own, with a mortgage'],
    OTHER: ['Otra situación', 'Something else'],
  },
  ReferralRelationship: {
    PARENT: ['Madre o padre', 'Parent'],
    SIBLING: ['Hermana o hermano', 'Sibling'],
    SPOUSE: ['Pareja', 'Partner'],
    CHILD: ['Hija o hijo', 'Child'],
    FRIEND: ['Amiga o amigo', 'Friend'],
    COLLEAGUE: ['Del trabajo', 'Colleague'],
    OTHER: ['Otra relación', 'Something else'],
  },
  IncomeSource: {
    EMPLOYEE: ['Empleo en planilla', 'Employee on the payroll'],
    INDEPENDENT_RXH: ['Recibos por honorarios', 'Freelance, with fee receipts'],
    BUSINESS_RUC: ['Negocio con RUC', 'A registered business'],
    INFORMAL: ['Trabajo por mi cuenta', 'Self-employed'],
    PENSION: ['Pensión', 'Pension'],
    REMITTANCE: ['Remesas', 'Remittances'],
    OTHER: ['Otro ingreso', 'Other income'],
  },
  LengthOfIncome: {
    LT_3M: ['Menos de 3 meses', 'Less than 3 months'],
    '3_6M': ['De 3 a 6 meses', '3 to 6 months'],
    '6_12M': ['De 6 a 12 meses', '6 to 12 months'],
    '1_3Y': ['De 1 a 3 años', '1 to 3 years'],
    GT_3Y: ['Más de 3 años', 'More than 3 years'],
  },
  BankAccountType: {
    SAVINGS: ['Cuenta de ahorros', 'Savings account'],
    SALARY: ['Cuenta sueldo', 'Salary account'],
    CHECKING: ['Cuenta corriente', 'Current account'],
  },
  SocialMedias: {
    FACEBOOK: ['Facebook', 'Facebook'],
    INSTAGRAM: ['Instagram', 'Instagram'],
    TIKTOK: ['TikTok', 'TikTok'],
    LINKEDIN: ['LinkedIn', 'LinkedIn'],
    X: ['X', 'X'],
    NONE: ['Ninguna', 'None'],
  },
};
