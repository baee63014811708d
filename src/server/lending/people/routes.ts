import type { HttpApp } from '#server/kit/http.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { StaffAct } from '#server/lending/staff/act.ts';
import type { IdentityContext } from './people-context.ts';
import { answerChallengeRoute } from './routes/answer-challenge.ts';
import { changePasswordRoute } from './routes/change-password.ts';
import { completePasskeyRoute } from './routes/complete-passkey.ts';
import { completeRegistrationRoute } from './routes/complete-registration.ts';
import { getSessionRoute } from './routes/get-session.ts';
import { keepMarketingParamsRoute } from './routes/keep-marketing-params.ts';
import { listPasskeysRoute } from './routes/list-passkeys.ts';
import { listSessionsRoute } from './routes/list-sessions.ts';
import { logOutRoute } from './routes/log-out.ts';
import { serveNotMe } from './routes/not-me.ts';
import { redeemLoginAsRoute } from './routes/redeem-login-as.ts';
import { requestMailboxRecoveryRoute } from './routes/request-mailbox-recovery.ts';
import { requestPasswordResetRoute } from './routes/request-password-reset.ts';
import { requestPhoneRecoveryRoute } from './routes/request-phone-recovery.ts';
import { resendRegistrationCodeRoute } from './routes/resend-registration-code.ts';
import { resetPasswordRoute } from './routes/reset-password.ts';
import { revokePasskeyRoute } from './routes/revoke-passkey.ts';
import { revokeSessionRoute } from './routes/revoke-session.ts';
import { serveSandboxSignIn } from './routes/sandbox-sign-in.ts';
import { sendDeviceDataRoute } from './routes/send-device-data.ts';
import { sendRecoveryPictureRoute } from './routes/send-recovery-picture.ts';
import { sendResetCodeRoute } from './routes/send-reset-code.ts';
import { sendSignInCodeRoute } from './routes/send-sign-in-code.ts';
import { signInRoute } from './routes/sign-in.ts';
import { signInByPasskeyRoute } from './routes/sign-in-by-passkey.ts';
import { type ResealContext, staffPeopleActs } from './routes/staff-people.ts';
import { staffSessionActs } from './routes/staff-sessions.ts';
import { staffSupportActs } from './routes/staff-support.ts';
import { startPasskeyRoute } from './routes/start-passkey.ts';
import { startPasskeySignInRoute } from './routes/start-passkey-sign-in.ts';
import { startRegistrationRoute } from './routes/start-registration.ts';
import { startStepUpRoute } from './routes/start-step-up.ts';
import { touchSessionRoute } from './routes/touch-session.ts';
import { verifyRegistrationRoute } from './routes/verify-registration.ts';
import type { VisitorContext } from './visitor.ts';

/** Registration, sign-in, sessions, proofs and recovery. */
export function peopleRoutes(context: IdentityContext & VisitorContext): readonly Route[] {
  return [
    getSessionRoute(context),
    touchSessionRoute(context),
    logOutRoute(context),
    listSessionsRoute(context),
    revokeSessionRoute(context),
    startRegistrationRoute(context),
    resendRegistrationCodeRoute(context),
    verifyRegistrationRoute(context),
    completeRegistrationRoute(context),
    signInRoute(context),
    startPasskeySignInRoute(context),
    signInByPasskeyRoute(context),
    listPasskeysRoute(context),
    startPasskeyRoute(context),
    completePasskeyRoute(context),
    revokePasskeyRoute(context),
    sendSignInCodeRoute(context),
    answerChallengeRoute(context),
    startStepUpRoute(context),
    requestPasswordResetRoute(context),
    sendResetCodeRoute(context),
    resetPasswordRoute(context),
    changePasswordRoute(context),
    requestMailboxRecoveryRoute(context),
    requestPhoneRecoveryRoute(context),
    sendRecoveryPictureRoute(context),
    redeemLoginAsRoute(context),
    keepMarketingParamsRoute(context),
    sendDeviceDataRoute(context),
  ];
}

/** Pages behind links in messages, and the sandbox's sign-in. */
export function servePeople(app: HttpApp, context: IdentityContext, { sandbox }: { readonly sandbox: boolean }): void {
  serveNotMe(app, context);
  if (sandbox) serveSandboxSignIn(app, context);
}

/** People, their sessions and what support does for them. */
export function peopleStaffActs(): readonly StaffAct<IdentityContext & ResealContext>[] {
  return [...staffPeopleActs(), ...staffSupportActs(), ...staffSessionActs()];
}
