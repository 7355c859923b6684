import { type Handler, success } from '@attractor/engine';

/** The start: succeeds, explicitly, since nothing about it is left to a default (§25). */
export const startHandler: Handler = { execute: () => Promise.resolve(success(true)) };
