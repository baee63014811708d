import type { HttpApp } from '#server/kit/http.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { SnapshotContext } from '#server/lending/loans/loan-snapshot.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import type { ClosingContext } from './close-account.ts';
import { cancelContactChangeRoute } from './routes/cancel-contact-change.ts';
import { changeBankAccountRoute } from './routes/change-bank-account.ts';
import { changeEmailRoute } from './routes/change-email.ts';
import { changePhoneRoute } from './routes/change-phone.ts';
import { closeAccountRoute } from './routes/close-account.ts';
import { confirmEmailRoute } from './routes/confirm-email.ts';
import { confirmPhoneRoute } from './routes/confirm-phone.ts';
import { serveEmailLinks } from './routes/email-links.ts';
import { getMarketingPromptRoute } from './routes/get-marketing-prompt.ts';
import { getProfileRoute } from './routes/get-profile.ts';
import { keepAccountRoute } from './routes/keep-account.ts';
import { putOffMarketingPromptRoute } from './routes/put-off-marketing-prompt.ts';
import { saveProfileRoute } from './routes/save-profile.ts';
import { sendEmailConfirmationRoute } from './routes/send-email-confirmation.ts';

/** The endpoints of a client's own profile. */
export function profileRoutes(context: IdentityContext & ClosingContext & SnapshotContext): readonly Route[] {
  return [
    getProfileRoute(context),
    saveProfileRoute(context),
    changeEmailRoute(context),
    confirmEmailRoute(context),
    changePhoneRoute(context),
    changeBankAccountRoute(context),
    confirmPhoneRoute(context),
    cancelContactChangeRoute(context),
    sendEmailConfirmationRoute(context),
    closeAccountRoute(context),
    keepAccountRoute(context),
    getMarketingPromptRoute(context),
    putOffMarketingPromptRoute(context),
  ];
}

/** Pages behind the links of account letters. */
export function serveProfile(app: HttpApp, context: IdentityContext): void {
  serveEmailLinks(app, context);
}
