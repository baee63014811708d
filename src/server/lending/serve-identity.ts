import type { HttpApp } from '#server/kit/http.ts';
import { serveEndpoint } from '#server/kit/serve-endpoint.ts';
import { answerChallengeRoute } from './routes/answer-challenge.ts';
import { changeBankAccountRoute } from './routes/change-bank-account.ts';
import { changeEmailRoute } from './routes/change-email.ts';
import { changePasswordRoute } from './routes/change-password.ts';
import { changePhoneRoute } from './routes/change-phone.ts';
import { closeAccountRoute } from './routes/close-account.ts';
import { completeRegistrationRoute } from './routes/complete-registration.ts';
import { confirmEmailRoute } from './routes/confirm-email.ts';
import { confirmPhoneRoute } from './routes/confirm-phone.ts';
import { serveEmailLinks } from './routes/email-links.ts';
import { getAccessLogRoute } from './routes/get-access-log.ts';
import { getDataExportRoute } from './routes/get-data-export.ts';
import { getProfileRoute } from './routes/get-profile.ts';
import { getSessionRoute } from './routes/get-session.ts';
import { keepAccountRoute } from './routes/keep-account.ts';
import { listComplaintsRoute } from './routes/list-complaints.ts';
import { listDataRequestsRoute } from './routes/list-data-requests.ts';
import { listSessionsRoute } from './routes/list-sessions.ts';
import { logOutRoute } from './routes/log-out.ts';
import { makeDataRequestRoute } from './routes/make-data-request.ts';
import { serveNotMe } from './routes/not-me.ts';
import { redeemLoginAsRoute } from './routes/redeem-login-as.ts';
import { requestPasswordResetRoute } from './routes/request-password-reset.ts';
import { requestPhoneRecoveryRoute } from './routes/request-phone-recovery.ts';
import { resendRegistrationCodeRoute } from './routes/resend-registration-code.ts';
import { resetPasswordRoute } from './routes/reset-password.ts';
import { revokeSessionRoute } from './routes/revoke-session.ts';
import { serveSandboxSignIn } from './routes/sandbox-sign-in.ts';
import { saveProfileRoute } from './routes/save-profile.ts';
import { sendRecoveryPictureRoute } from './routes/send-recovery-picture.ts';
import { sendSignInCodeRoute } from './routes/send-sign-in-code.ts';
import { signInRoute } from './routes/sign-in.ts';
import { serveStaffDataRequests } from './routes/staff-data-requests.ts';
import { serveStaffPeople } from './routes/staff-people.ts';
import { serveStaffSupport } from './routes/staff-support.ts';
import { startRegistrationRoute } from './routes/start-registration.ts';
import { startStepUpRoute } from './routes/start-step-up.ts';
import { touchSessionRoute } from './routes/touch-session.ts';
import { verifyRegistrationRoute } from './routes/verify-registration.ts';
import type { Services } from './services.ts';

/** Everything about who somebody is. */
export function serveIdentity(
  app: HttpApp,
  services: Services,
  { sandbox, operatorToken }: { readonly sandbox: boolean; readonly operatorToken: string | undefined },
): void {
  const { gate } = services;
  serveEndpoint(app, getSessionRoute(services), gate);
  serveEndpoint(app, touchSessionRoute(services), gate);
  serveEndpoint(app, logOutRoute(services));
  serveEndpoint(app, listSessionsRoute(services), gate);
  serveEndpoint(app, revokeSessionRoute(services), gate);
  serveEndpoint(app, getProfileRoute(services), gate);
  serveEndpoint(app, startRegistrationRoute(services));
  serveEndpoint(app, resendRegistrationCodeRoute(services));
  serveEndpoint(app, verifyRegistrationRoute(services));
  serveEndpoint(app, completeRegistrationRoute(services));
  serveEndpoint(app, signInRoute(services));
  serveEndpoint(app, sendSignInCodeRoute(services));
  serveEndpoint(app, answerChallengeRoute(services));
  serveEndpoint(app, startStepUpRoute(services), gate);
  serveEndpoint(app, requestPasswordResetRoute(services));
  serveEndpoint(app, resetPasswordRoute(services));
  serveEndpoint(app, changePasswordRoute(services), gate);
  serveEndpoint(app, requestPhoneRecoveryRoute(services));
  serveEndpoint(app, sendRecoveryPictureRoute(services));
  serveEndpoint(app, redeemLoginAsRoute(services));
  serveEndpoint(app, getAccessLogRoute(services), gate);
  serveEndpoint(app, saveProfileRoute(services), gate);
  serveEndpoint(app, changeEmailRoute(services), gate);
  serveEndpoint(app, confirmEmailRoute(services));
  serveEndpoint(app, changePhoneRoute(services), gate);
  serveEndpoint(app, changeBankAccountRoute(services), gate);
  serveEndpoint(app, confirmPhoneRoute(services), gate);
  serveEndpoint(app, makeDataRequestRoute(services), gate);
  serveEndpoint(app, listDataRequestsRoute(services), gate);
  serveEndpoint(app, getDataExportRoute(services), gate);
  serveEndpoint(app, listComplaintsRoute(services), gate);
  serveEndpoint(app, closeAccountRoute(services), gate);
  serveEndpoint(app, keepAccountRoute(services), gate);
  serveNotMe(app, services);
  serveEmailLinks(app, services);
  if (operatorToken !== undefined) {
    serveStaffPeople(app, services, { operatorToken, sandbox });
    serveStaffSupport(app, services, operatorToken);
    serveStaffDataRequests(app, services, operatorToken);
  }
  if (sandbox) serveSandboxSignIn(app, services);
}
