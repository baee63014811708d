import { saveProfile } from '#api/endpoints/profile/save-profile.ts';
import { invalidFields, refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { etagOf } from '#server/lending/applications/application-refusals.ts';
import { findDistrict } from '#server/lending/parameters/ubigeo-store.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { changePerson } from '#server/lending/people/store/person-store.ts';

export function saveProfileRoute({ db, vault, clock }: IdentityContext): Route<typeof saveProfile> {
  return {
    endpoint: saveProfile,
    async answer({ client, body, request }) {
      const given = /^"(\d+)"$/.exec(request.headers.get('if-match') ?? '')?.[1];
      const expectedVersion = given === undefined ? undefined : Number(given);
      if (body.address && !(await findDistrict(db.kysely, body.address.ubigeo))) {
        return invalidFields([{ field: 'address.ubigeo', code: 'unknown' }]);
      }
      const { altPhone, address, ...rest } = body;
      const change = { ...rest, ...(altPhone !== undefined && { altPhone }), ...(address && { address }) };
      const version = await db.kysely
        .transaction()
        .execute((trx) => changePerson(trx, vault, client.personId, change, { now: clock.now(), expectedVersion }));
      if (version === undefined) return refused(409, 'stale_version', 'The profile was changed elsewhere.');
      return { kind: 'ok', body: { version }, headers: { ETag: etagOf(version) } };
    },
  };
}
