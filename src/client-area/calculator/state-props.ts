import type { ScreenProps } from '#client-area/screen.ts';
import type { Situation } from './situation.store.ts';
import type { CalculatorScreenTextKey } from './texts.ts';

export type CalculatorScreenProps = ScreenProps<CalculatorScreenTextKey>;

/** The props of a state's view: the general ones, and the client's situation. */
export interface StateProps extends CalculatorScreenProps {
  readonly situation: Situation;
  /** True: the data may be out of date, so actions that move money must be disabled. */
  readonly isStale: boolean;
}
