import type { TopUpOfferBody } from '#api/top-up-body.ts';
import { fromSoles } from '#loan/money.ts';
import type { ScreenProps } from '../screen.ts';
import type { ExplainTextKey } from './explain-texts.ts';
import { ExplainedSum } from './explained-sum.tsx';
import { termsOnWire } from './loan-terms.ts';

interface Props extends Pick<ScreenProps<ExplainTextKey>, 'say'> {
  readonly offer: TopUpOfferBody;
}

/** The total of a loan once its top-up is part of it. */
export function LoanTotalAfter({ offer, say }: Props) {
  return <ExplainedSum terms={termsOnWire(offer.loanTerms)} totalCents={fromSoles(offer.loanTotalAfter)} say={say} />;
}
