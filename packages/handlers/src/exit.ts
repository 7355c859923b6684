import { type Handler, success } from '@attractor/engine';

/** The exit: succeeds, explicitly (§25). Goal gates and the run's status are the engine's (engine.md 5, 6). */
export const exitHandler: Handler = { execute: () => Promise.resolve(success(true)) };
