import type { TopUpOfferBody } from '#api/top-up-body.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import type { ScreenProps } from '../screen.ts';
import type { ExplainTextKey } from './explain-texts.ts';
import { ExplainedRate } from './explained-rate.tsx';

interface Props extends Pick<ScreenProps<ExplainTextKey | 'topup_tcea_why'>, 'say'> {
  readonly offer: TopUpOfferBody;
}

/** The TCEA of a loan with its top-up, and its explanation. */
export function TopUpTcea({ offer, say }: Props) {
  const { tcea, principalRequested, loanTotalAfter, dueDate } = offer;
  const words = say('topup_tcea_why', {
    received: formatSoles(fromSoles(principalRequested)),
    repaid: formatSoles(fromSoles(loanTotalAfter)),
    date: formatDate(dueDate),
  });
  return <ExplainedRate percent={tcea} words={words} say={say} />;
}
