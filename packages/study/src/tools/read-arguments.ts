import type { JsonObject } from '@attractor/engine';

/** An argument that may be left out or null, as its type; another type counts as left out: the schema has been checked before. */
export function textOf(input: JsonObject, name: string): string | undefined {
  const value = input[name];
  return typeof value === 'string' ? value : undefined;
}

export function textsOf(input: JsonObject, name: string): readonly string[] {
  const value = input[name];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

export function numberOf(input: JsonObject, name: string): number | undefined {
  const value = input[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function flagOf(input: JsonObject, name: string, otherwise: boolean): boolean {
  const value = input[name];
  return typeof value === 'boolean' ? value : otherwise;
}

export function objectOf(input: JsonObject, name: string): JsonObject | undefined {
  const value = input[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
