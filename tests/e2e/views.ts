import { CLIENT_SCREENS, type ClientScreen } from '#api/client-screens.ts';
import type { ScreenName } from '#api/screens.ts';

/** Screens that need more than a loan that is owed: they are in `VIEWS` by themselves, or nobody can be kept on them. */
const IN_OTHER_SITUATIONS: readonly ClientScreen[] = [
  'profile-cards-payment-plan',
  'profile-components-bcp-agente-method',
  'profile-components-niubiz-method',
  'profile-components-viabcp-method',
  'profile-components-payment-failure',
  'profile-components-payment-success',
  'modals-no-phone-access',
  'modals-payment-plan-schedule',
];
const WHILE_OWING = CLIENT_SCREENS.filter(
  (name) => /^(?:profile|modals)/.test(name) && !IN_OTHER_SITUATIONS.includes(name),
);

/**
 * Screens by the situation they are looked at in (situations.ts); the situations of a line follow each other. A screen
 * may be in several, because it looks different there. `tests/architecture/screens.test.ts` asks for each screen.
 */
export const VIEWS = {
  visitor: {
    visiting: [
      'home',
      'application-existing-client',
      'application-new-client',
      'calculator',
      'calculatoripl',
      'calculators',
      'libro-de-reclamaciones',
      'login-as',
      'sign-in',
      'sign-up',
      'forgot-password',
      'reset-password',
      'modals-no-phone-access',
      'online-payment-completed',
    ],
  },
  applicant: {
    asked: ['application-personal', 'calculator'],
    told: ['application-financial'],
    answered: ['application-iov'],
    offered: ['application-offer'],
    agreed: ['application-agreement'],
    signed: ['application-completed'],
  },
  reviewed: { 'under-review': ['application-in-progress'], 'papers-missing': ['application-information-missing'] },
  refused: { refused: ['application-rejected'] },
  'gave-up': { cancelled: ['application-cancelled'] },
  returning: {
    returned: ['calculator'],
    'offered-again': ['application-offer-repeated'],
    'signed-again': ['application-completed-returning'],
  },
  borrower: {
    owing: [...WHILE_OWING, 'calculator'],
    'paying-by-card': ['profile-components-niubiz-method'],
    'paying-by-agent': ['profile-components-bcp-agente-method'],
    'paying-by-bank': ['profile-components-viabcp-method'],
    paid: ['profile-components-payment-success', 'profile'],
  },
  instalments: {
    'owing-instalments': [
      'profile',
      'profile-what-if',
      'profile-components-payment-repay-loan',
      'modals-payment-schedule',
    ],
  },
  late: {
    'past-due': ['profile', 'profile-components-payment-payment-plan-info', 'profile-cards-payment-plan'],
    'in-a-plan': ['modals-payment-plan-schedule', 'profile', 'profile-cards-payment-plan'],
  },
  'topped-up': { 'more-offered': ['application-offer-topup'], 'more-signed': ['application-topup-completed'] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly ScreenName[]>>>>;

export type Line = keyof typeof VIEWS;
export type SituationName = { [Each in Line]: keyof (typeof VIEWS)[Each] }[Line];

/** Those whose dates move: they live in a product of their own. */
export const MOVING: readonly Line[] = ['late', 'topped-up'];

/** Screens that nobody can be kept on, and why. */
export const NOT_LOOKED_AT: Readonly<Partial<Record<ScreenName, string>>> = {
  application: 'leads on to the next screen',
  'application-waiting': 'goes on by itself within seconds',
  'profile-components-payment-failure': 'the card that is declined is looked at in paying.spec.ts',
};
