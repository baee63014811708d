import { useSyncExternalStore } from 'react';
import type { CallOutput } from '#api/call.ts';
import type { getApplication } from '#api/endpoints/applications/get-application.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { $profile } from '#stores/profile.ts';
import { rememberedClientType } from '#stores/remembered-client.ts';
import { Steps } from '#ui/steps/steps.tsx';

export type JourneyStep = 'personal' | 'financial' | 'iov';

/** The requirements of an amount. */
export type Asked = Pick<CallOutput<typeof getApplication>, 'asked' | 'identityPictures'>;

interface Props extends Pick<ScreenProps, 'say'> {
  readonly step: JourneyStep;
  /** The page of the step, from 0. */
  readonly page?: number | undefined;
  /** Undefined until it has come: then the step's number is known, but not the number of steps. */
  readonly asked: Asked | undefined;
}

/**
 * Tells whether the forms are the last question: then the application is sent with the last one. Pictures and a credit
 * bureau have a screen of their own first.
 */
export function isLastQuestion({ identityPictures, asked }: Asked): boolean {
  return identityPictures.length === 0 && !asked.checks.includes('bureau');
}

/**
 * The client's step between the account, which is the first one, and sending: as many steps as the amount has screens.
 */
export function JourneySteps({ step, page = 0, asked, say }: Props) {
  const paidLoans = useStore($profile)?.paidLoanCount;
  // The page was rendered for a first loan.
  const remembered = useSyncExternalStore(neverChanges, rememberedClientType, () => undefined);
  // A client who has borrowed before sends at once; forms appear only where an amount asks for more, or after half a
  // year.
  if (paidLoans === undefined ? remembered === 'repeat' : paidLoans > 0) return null;
  const people = asked && asked.asked.referees > 0 ? 1 : 0;
  const total = 3 + people + (!asked || isLastQuestion(asked) ? 0 : 1);
  const place = Math.min({ personal: 2 + page, financial: 3 + people, iov: 4 + people }[step], total);
  const label = asked ? say('client_step', { step: place, total }) : say('client_step_alone', { step: place });
  return <Steps step={place} of={total} label={label} />;
}

const neverChanges = () => () => undefined;
