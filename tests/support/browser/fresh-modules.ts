import { vi } from 'vitest';

/** Stores hold what the file before has left in them: each file starts with stores of its own. */
vi.resetModules();
