import { useStore as useAnyStore } from '@nanostores/react';

/** Uses a store in a screen: React takes a page over as the build has rendered it, when nothing was known yet. */
export const useStore: typeof useAnyStore = (store, options) => useAnyStore(store, { ssr: 'initial', ...options });
