import { listOptions } from '#api/endpoints/applications/list-options.ts';
import { OPTION_LISTS } from '#api/options.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { OPTION_LABELS } from '../option-labels.ts';

export function listOptionsRoute(): Route<typeof listOptions> {
  return {
    endpoint: listOptions,
    async answer({ params: { name } }) {
      const labels: Readonly<Record<string, readonly [es: string, en: string]>> = OPTION_LABELS[name];
      const body = OPTION_LISTS[name].map((code, index) => {
        const [es, en] = labels[code] ?? [code, code];
        return { id: index + 1, code, label: { es, en }, order: index + 1, active: true };
      });
      return { kind: 'ok', body, headers: { 'Cache-Control': 'public, max-age=3600' } };
    },
  };
}
