import { useEffect } from 'react';

interface OneTimeCode {
  readonly code: string;
}

/**
 * Fills in the code where the browser can read it out of the SMS (WebOTP), after asking the client. The last line of
 * the message must name our host for that; elsewhere the keyboard suggests the code.
 */
export function useReceivedCode(take: (code: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for the step
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const asking = new AbortController();
    const options = { otp: { transport: ['sms'] }, signal: asking.signal } as CredentialRequestOptions;
    navigator.credentials.get(options).then(
      (received) => received && take((received as unknown as OneTimeCode).code),
      () => undefined, // Refused, timed out, or the step has ended: the code is typed.
    );
    return () => asking.abort();
  }, []);
}
