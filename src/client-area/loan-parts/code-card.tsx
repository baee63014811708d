import { type ComponentType, lazy, Suspense } from 'react';
import type { ScreenProps } from '../screen.ts';
import { CopyButton } from './copy-button.tsx';
import type { CodeTextKey } from './waiting-texts.ts';

/** The code can be paid without its picture. */
const Qr = lazy<ComponentType<{ readonly text: string }>>(() =>
  import('./qr.tsx').then(
    (module) => ({ default: module.Qr }),
    () => ({ default: () => null }),
  ),
);

interface Props extends Pick<ScreenProps<CodeTextKey | 'pay_copy' | 'pay_copied'>, 'say'> {
  readonly code: string;
  /** The provider's own page about the code. */
  readonly codeUrl: string;
}

/** The payment code in groups of three, to be read out; it is copied without spaces. */
export function CodeCard({ code, codeUrl, say }: Props) {
  return (
    <section className="card stack-s">
      <h2 className="h3">{say('pay_code')}</h2>
      <div className="row">
        <p className="pay-code num">{code.replace(/(\d{3})(?=\d)/g, '$1\u00a0')}</p>
        <CopyButton value={code} name={say('pay_code')} say={say} />
      </div>
      {/* For a phone that is not this screen. */}
      {window.matchMedia?.('(min-width: 48em)').matches && (
        <div className="row">
          <Suspense fallback={<div className="qr" />}>
            <Qr text={codeUrl} />
          </Suspense>
          <p className="small">{say('pay_code_qr')}</p>
        </div>
      )}
      <p>
        <a className="tapl small" href={codeUrl} target="_blank" rel="noreferrer">
          {say('pay_code_link')}
        </a>
      </p>
    </section>
  );
}
