import { readFileSync } from 'node:fs';
import { isGlob, matchesGlob } from '../glob.ts';
import { isJsonObject, type Json, type JsonObject, parseJson } from '../json.ts';

/** US dollars per million tokens. A cache price that is absent is the input price. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** Rates of a model; `above` holds for the whole call when its input (caches included) has more tokens. */
export interface Price extends Rates {
  readonly above?: Rates & { readonly inputTokens: number };
}

/** Prices by `provider/model`, where the model may be a glob. Later entries of a merge win over earlier ones with the same key. */
export type PriceTable = ReadonlyMap<string, Price>;

export type PriceTableReading =
  | { readonly ok: true; readonly table: PriceTable }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads a price table: `{"models": {"<provider>/<model or glob>": {"input", "output", "cache_read"?, "cache_write"?, "above"?}}}`. */
export function readPriceTable(text: string): PriceTableReading {
  const root = parseJson(text);
  const models = isJsonObject(root) ? root['models'] : undefined;
  if (!isJsonObject(models)) return { ok: false, problems: ['a price table is a JSON object with an object `models`'] };
  const problems: string[] = [];
  const table = new Map<string, Price>();
  for (const [key, value] of Object.entries(models)) {
    const price = readPrice(key, value, problems);
    if (price !== undefined) table.set(key, price);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, table };
}

function readPrice(key: string, value: Json, problems: string[]): Price | undefined {
  const before = problems.length;
  if (!/^[^/]+\/.+$/.test(key)) problems.push(`${key}: a key is \`provider/model\``);
  if (!isJsonObject(value)) {
    problems.push(`${key}: a price is an object`);
    return undefined;
  }
  const rates = readRates(key, value, problems);
  const above = value['above'];
  if (above === undefined) return problems.length > before ? undefined : rates;
  if (!isJsonObject(above)) {
    problems.push(`${key}: \`above\` is an object`);
    return undefined;
  }
  const higher = {
    inputTokens: amount(`${key}: above`, above, 'input_tokens', problems) ?? 0,
    ...readRates(`${key}: above`, above, problems),
  };
  return problems.length > before ? undefined : { ...rates, above: higher };
}

function readRates(at: string, value: JsonObject, problems: string[]): Rates {
  const cacheRead = value['cache_read'] === undefined ? undefined : amount(at, value, 'cache_read', problems);
  const cacheWrite = value['cache_write'] === undefined ? undefined : amount(at, value, 'cache_write', problems);
  return {
    input: amount(at, value, 'input', problems) ?? 0,
    output: amount(at, value, 'output', problems) ?? 0,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}

function amount(at: string, value: JsonObject, name: string, problems: string[]): number | undefined {
  const number = value[name];
  if (typeof number === 'number' && Number.isFinite(number) && number >= 0) return number;
  problems.push(`${at}: \`${name}\` must be a number that is not negative`);
  return undefined;
}

/** The day on which the shipped prices were last checked against the vendors' pages, as `prices.json` says it. */
export function shippedPricesDate(): string {
  const root = parseJson(shippedText());
  const date = isJsonObject(root) ? root['as_of'] : undefined;
  return typeof date === 'string' ? date : 'unknown';
}

function shippedText(): string {
  return readFileSync(new URL('../../prices.json', import.meta.url), 'utf8');
}

let shipped: PriceTable | undefined;

/** The table that comes with this package, read once. Prices change: a user's table is merged over it. */
export function shippedPrices(): PriceTable {
  if (shipped === undefined) {
    const reading = readPriceTable(shippedText());
    if (!reading.ok) throw new Error(`prices.json: ${reading.problems.join('; ')}`);
    shipped = reading.table;
  }
  return shipped;
}

/** Tables one over the other; a later table's entries are also tried before those of earlier ones. */
export function mergePrices(...tables: readonly PriceTable[]): PriceTable {
  const merged = new Map<string, Price>();
  for (const table of [...tables].reverse()) for (const [key, price] of table) if (!merged.has(key)) merged.set(key, price);
  return merged;
}

/**
 * The price of a model: its own entry, else the first glob in the table's order that matches, else that of the name without a
 * date, since providers answer in the name of a dated snapshot; undefined when unknown.
 */
export function priceOf(table: PriceTable, provider: string, model: string): Price | undefined {
  const name = `${provider}/${model}`;
  const known = entryOf(table, name);
  if (known !== undefined) return known;
  const undated = name.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, '');
  return undated === name ? undefined : entryOf(table, undated);
}

function entryOf(table: PriceTable, name: string): Price | undefined {
  const own = table.get(name);
  if (own !== undefined) return own;
  for (const [key, price] of table) if (isGlob(key) && matchesGlob(key, name)) return price;
  return undefined;
}
