import { Toast } from '#ui/toast/toast.tsx';
import { $notice, clearNotice } from '../frame/notice.ts';
import { PrivateView } from '../frame/private-view.tsx';
import { Questions } from '../proof/questions.tsx';
import { useStore } from '../use-store.ts';
import { ClientCalculator } from './client-calculator.tsx';
import type { CalculatorScreenProps } from './state-props.ts';

/** The calculator with the frame's proof questions and success messages. */
export function EmbeddedCalculator(props: CalculatorScreenProps) {
  const { say, sayError } = props;
  const notice = useStore($notice);
  return (
    <>
      <PrivateView>
        <ClientCalculator {...props} />
      </PrivateView>
      <Questions say={say} sayError={sayError} />
      <Toast message={notice} onGone={clearNotice} />
    </>
  );
}
