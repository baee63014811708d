import { useSyncExternalStore } from 'react';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { $profile } from '#stores/profile.ts';
import { rememberedClientType } from '#stores/remembered-client.ts';
import { Steps } from '#ui/steps/steps.tsx';
import { FIRST_LOAN_STEPS } from './first-loan-steps.ts';

/** One count, whatever a step asks and on how many pages. */
const FIRST_LOAN = { account: 1, personal: 2, financial: 3, iov: 3, offer: 4, sign: FIRST_LOAN_STEPS } as const;
/** Who has borrowed before begins with sending; forms appear only where an amount asks for more, or after half a year. */
const NEXT_LOAN = { account: 1, personal: 1, financial: 1, iov: 1, offer: 2, sign: 3 } as const;

export type JourneyStep = keyof typeof FIRST_LOAN;

interface Props extends Pick<ScreenProps<`step_${JourneyStep}`>, 'say'> {
  readonly step: JourneyStep;
}

/** Where a client is between the first page and the signature. */
export function JourneySteps({ step, say }: Props) {
  const places = usePlaces();
  const place = places[step];
  const total = places.sign;
  return (
    <Steps step={place} of={total} label={say('client_step', { step: place, total })} name={say(`step_${step}`)} />
  );
}

/** The place of each step: the first loan's or a later one's. */
function usePlaces(): typeof FIRST_LOAN | typeof NEXT_LOAN {
  const paidLoans = useStore($profile)?.paidLoanCount;
  // The page was rendered for a first loan.
  const remembered = useSyncExternalStore(neverChanges, rememberedClientType, () => undefined);
  const isNext = paidLoans === undefined ? remembered === 'repeat' : paidLoans > 0;
  return isNext ? NEXT_LOAN : FIRST_LOAN;
}

const neverChanges = () => () => undefined;
