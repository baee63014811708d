import { profileStateBody, STATE_EXAMPLE } from '#api/application-body.ts';
import { personalStep } from '#api/application-form.ts';
import { endpoint } from '#api/endpoint.ts';

export const submitPersonalStep = endpoint({
  name: 'submit-personal-step',
  method: 'POST',
  path: '/api/v1/application/personal',
  summary:
    'Sends the step that says who the client is. Sent again from a later step it corrects what was said; nothing is lost.',
  access: 'full',
  body: personalStep,
  response: profileStateBody,
  refusals: ['illegal_transition', 'stale_version'],
  examples: [
    {
      title: 'complete',
      body: {
        firstName: 'Ana Lucía',
        lastName1: 'Quispe',
        lastName2: 'Ñahui',
        birthDate: '1990-05-01',
        ubigeo: '150105',
        streetType: 'JR',
        street: 'Los Álamos',
        number: '123',
        residenceStatus: 'RENTED',
        timeAtAddressMonths: 30,
        referrals: [
          { name: 'Rosa Ñahui', relationship: 'PARENT', phone: '+51987000001' },
          { name: 'Luis Pérez', relationship: 'COLLEAGUE', phone: '+51987000002' },
        ],
        pep: false,
      },
      response: STATE_EXAMPLE,
    },
  ],
});
