import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import type { IdentityPicture } from '#loan/application-decisions.ts';
import { callerOf } from '#server/kit/caller.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import { noApplication } from '../application-refusals.ts';
import { respondWithState } from '../respond-with-state.ts';
import { submitDevice } from '../submit-device.ts';
import { withApplication } from '../with-application.ts';

export function submitDeviceStepRoute(context: ApplicationContext): Route<typeof submitDeviceStep> {
  return {
    endpoint: submitDeviceStep,
    async answer({ body, request, client, context: c }) {
      const { rows: asked } = (await context.parameters.inForce()).policies().requirements;
      const { blackbox, blackboxState, identity } = body;
      const caller = callerOf(c, context.trustedProxies);
      const data = { blackboxState, caller, identity: given(identity), ...(blackbox !== undefined && { blackbox }) };
      return withApplication(context, client.personId, async (held) => {
        if (!held.application) return noApplication();
        const refused = await submitDevice(context, held, held.application, { request, data, asked });
        return refused ?? respondWithState(held);
      });
    },
  };
}

function given(
  identity: Readonly<Partial<Record<IdentityPicture, string | undefined>>>,
): Partial<Record<IdentityPicture, string>> {
  return Object.fromEntries(Object.entries(identity).filter((entry) => entry[1] !== undefined));
}
