import { profileStateBody, STATE_EXAMPLE } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';

export const getProfileState = endpoint({
  name: 'get-profile-state',
  method: 'GET',
  path: '/api/v1/profile/state',
  summary: 'Where the client stands, what to show next and which screens may be opened. Looking changes nothing.',
  access: 'basic',
  response: profileStateBody,
  examples: [{ title: 'waiting for the decision', response: STATE_EXAMPLE }],
});
