/** DOT text of a benchmark graph with `count` nodes or turns. */
export function plainChain(count: number): string;
export function modelChain(count: number): string;
export function loop(turns: number): string;
export function large(count: number): string;
