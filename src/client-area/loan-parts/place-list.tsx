import type { PayoffQuoteBody } from '#api/endpoints/payments/get-payoff-quote.ts';
import type { LoanBody } from '#api/loan-body.ts';
import type { ScreenName } from '#api/screens.ts';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import type { AnyIconName } from '#ui/icon/more-icons.ts';
import { useSite } from '../frame/site.ts';
import { screenHref } from '../router.ts';
import type { ScreenProps } from '../screen.ts';
import { solesText } from './money-text.ts';
import type { PlaceTextKey } from './place-texts.ts';

export interface Place {
  readonly screen: ScreenName;
  readonly query?: Readonly<Record<string, string>>;
  readonly icon: AnyIconName;
  readonly name: PlaceTextKey;
  readonly text: PlaceTextKey;
  /** The values that the line's text names. */
  readonly values?: Readonly<Record<string, string>>;
}

const place = (screen: ScreenName, icon: AnyIconName, name: PlaceTextKey, text: PlaceTextKey): Place => ({
  screen,
  icon,
  name,
  text,
});
const PAY = place('profile-components-payment-repay-loan', 'cash', 'place_pay', 'place_pay_text');
const WHAT_IF = place('profile-what-if', 'info', 'what_if_title', 'what_if_lead');
/** All that a loan can do whose date cannot be kept, whatever its product and state. */
const WAYS = place('profile-components-payment-extend-info', 'calendar', 'place_ways', 'place_ways_text');
const EARLY: Place = {
  ...place('profile-components-payment-repay-loan', 'cash', 'place_early', 'place_early_text'),
  query: { purpose: 'PAYOFF' },
};
const MORE = place('calculator', 'wallet', 'place_more', 'place_more_text');
export const MY_PLAN = place('profile-cards-payment-plan', 'calendar', 'place_plan_mine', 'place_plan_mine_text');
export const FLEX = place('profile-cards-flex-pay', 'calendar', 'place_flex', 'place_flex_text');
const SCHEDULE = place('modals-payment-schedule', 'calendar', 'place_schedule', 'place_schedule_text');
const LEVEL = place('profile-cards-trust-level', 'shield', 'place_level', 'place_level_text');
export const LOANS = place('profile', 'wallet', 'place_loans', 'place_loans_text');
export const DOCUMENTS = place('profile-documents', 'document', 'place_documents', 'place_documents_text');
export const NOTIFICATIONS = place('profile-notifications', 'mail', 'place_notifications', 'place_notifications_text');
export const SETTINGS = place('profile-settings', 'user', 'place_settings', 'place_settings_text');
export const MARKETING = place('profile-components-marketing', 'mail', 'place_marketing', 'place_marketing_text');

/** Lists the screens that are useful for a loan in this state. */
export function placesOf(loan: Pick<LoanBody, 'status' | 'productType'> | null): readonly Place[] {
  switch (loan?.status) {
    case 'PERFORMING':
      return loan.productType === 'SINGLE_PAY' ? [PAY, WAYS, WHAT_IF, LEVEL] : [PAY, WAYS, SCHEDULE, WHAT_IF, LEVEL];
    case 'PAST_DUE':
    case 'DEFAULTED':
      return loan.productType === 'SINGLE_PAY' ? [PAY, WAYS, WHAT_IF] : [PAY, WAYS, SCHEDULE, WHAT_IF];
    case 'PAYMENT_PLAN':
      return [PAY, MY_PLAN, WAYS];
    case 'FLEX':
      return [PAY, FLEX, WAYS];
    default:
      return [];
  }
}

interface Mine {
  readonly loan: Pick<LoanBody, 'status' | 'productType' | 'topUpOffer'> | null;
  readonly quote: Pick<PayoffQuoteBody, 'total' | 'savings'> | undefined;
  readonly topUpAvailable: boolean;
}

/**
 * Lists the rows of the client's own screen, at most four: pay early, a date that cannot be kept, more money,
 * documents.
 */
export function rowsOf({ loan, quote, topUpAvailable }: Mine): readonly Place[] {
  switch (loan?.status) {
    case 'PERFORMING': {
      const early = quote && {
        ...EARLY,
        ...(quote.savings > 0 ? savingOf(quote) : { text: 'place_pay_text' as const }),
      };
      const most = topUpAvailable ? (loan.topUpOffer?.principalAvailable ?? 0) : 0;
      return [
        // Of a single payment the card above says what paying today costs and saves.
        ...(early && loan.productType === 'INSTALLMENT' ? [early] : []),
        WAYS,
        ...(most > 0 ? [{ ...MORE, values: { amount: solesText(most) } }] : []),
        DOCUMENTS,
      ];
    }
    case 'PAYMENT_PLAN':
      return [MY_PLAN, WAYS, DOCUMENTS];
    case 'FLEX':
      return [FLEX, WAYS, DOCUMENTS];
    default:
      return loan?.productType === 'INSTALLMENT' ? [SCHEDULE, DOCUMENTS] : [DOCUMENTS];
  }
}

const savingOf = ({ total, savings }: Pick<PayoffQuoteBody, 'total' | 'savings'>) => ({
  values: { amount: solesText(total), savings: solesText(savings) },
});

interface Props extends Pick<ScreenProps<PlaceTextKey>, 'say'> {
  readonly places: readonly Place[];
  /** True: the list ends with a contact. */
  readonly hasPerson?: boolean;
}

/** Links with a line of description each, and a contact. */
export function PlaceList({ places, hasPerson = true, say }: Props) {
  const [person] = useSite().contacts;
  return (
    <ul className="acts">
      {places.map(({ screen, query, icon, name, text, values }) => (
        <li key={screen}>
          <a href={screenHref(screen, query)}>
            <AnyIcon name={icon} />
            <span>
              <b>{say(name)}</b>
              <small>{say(text, values)}</small>
            </span>
            <AnyIcon name="arrow-right" />
          </a>
        </li>
      ))}
      {hasPerson && person && (
        <li>
          <a href={person.href}>
            <AnyIcon name="talk" />
            <span>
              <b>{say('place_person')}</b>
              <small>{person.text}</small>
            </span>
            <AnyIcon name="arrow-right" />
          </a>
        </li>
      )}
    </ul>
  );
}
