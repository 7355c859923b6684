/** Context fidelity modes (canonical 5.4). */
export const fidelityModes = ['full', 'truncate', 'compact', 'summary:low', 'summary:medium', 'summary:high'] as const;

export type FidelityMode = (typeof fidelityModes)[number];
