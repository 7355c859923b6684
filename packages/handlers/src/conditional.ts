import { type Handler, success } from '@attractor/engine';

/** A diamond: succeeds, explicitly (§25); its out-edges' conditions decide. */
export const conditionalHandler: Handler = { execute: () => Promise.resolve(success(true)) };
