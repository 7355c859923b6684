import { type Span, type TokenType, tokenTypes } from './token-types.ts';

/** Colours parts of a text; what is painted later lies above what was painted before. */
export interface Painter {
  paint(start: number, end: number, type: TokenType): void;
  spans(): Span[];
}

const codes: ReadonlyMap<TokenType, number> = new Map(tokenTypes.map((type, index) => [type, index + 1]));

/** A painter for a text of some length, all of it `ground` at first. Linear as long as nesting is shallow. */
export function painter(length: number, ground: TokenType): Painter {
  const colours = new Uint8Array(length).fill(codes.get(ground) ?? 0);
  return {
    paint: (start, end, type) => void colours.fill(codes.get(type) ?? 0, Math.max(0, start), Math.max(0, end)),
    spans: () => {
      const found: Span[] = [];
      for (let start = 0; start < length; ) {
        let end = start + 1;
        while (end < length && colours[end] === colours[start]) end++;
        found.push({ start, end, type: tokenTypes[(colours[start] ?? 1) - 1] ?? ground });
        start = end;
      }
      return found;
    },
  };
}
