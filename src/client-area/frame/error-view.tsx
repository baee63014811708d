import { Component, type ReactNode } from 'react';
import type { Say } from '#i18n/translate.ts';
import { environment } from '#stores/environment.ts';
import type { FrameTextKey } from '../texts/frame-texts.ts';

interface ErrorViewProps {
  readonly say: Say<FrameTextKey>;
  readonly status: number;
  readonly message: string;
  readonly homeHref: string;
}

/** The page for a screen that cannot be shown: status code and message (product-spec §8). */
export function ErrorView({ say, status, message, homeHref }: ErrorViewProps) {
  return (
    <div className="wrap narrow page stack-l">
      <div className="stack-s">
        <p className="small mute">{say('error_code', { code: status })}</p>
        <h1>{message}</h1>
      </div>
      <div className="row">
        {status >= 500 && (
          <button type="button" className="btn" onClick={() => environment().location().reload()}>
            {say('client_retry')}
          </button>
        )}
        <a className="btn line" href={homeHref}>
          {say('error_home')}
        </a>
      </div>
    </div>
  );
}

interface BoundaryProps {
  readonly children: ReactNode;
  /** Shown in place of the part that failed. */
  readonly fallback: ReactNode;
  readonly onError: (error: unknown) => void;
}

/** An error boundary, so that one failing part does not remove the page. A new key retries. */
export class ErrorBoundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
