import type { EdgeStatement, Statement } from '@attractor/dot';
import { extend } from './defaults.ts';
import type { Draft, Scope } from './draft.ts';
import { connect } from './edges.ts';
import { enter, readGroupAttributes } from './groups.ts';
import { mention, state } from './nodes.ts';
import { readAttributes } from './read-attributes.ts';

/** An edge statement whose ends are being read. */
interface Chain {
  readonly kind: 'chain';
  readonly statement: EdgeStatement;
  readonly scope: Scope;
  readonly ends: string[][];
}

/** A list of statements being read; with `chain`, the group that is an end of that chain. */
interface Body {
  readonly kind: 'body';
  readonly statements: readonly Statement[];
  readonly scope: Scope;
  next: number;
  readonly chain?: Chain;
  readonly firstMention: number;
}

/** Reads statements in file order, without recursion: nesting costs no call stack. */
export function walk(draft: Draft, statements: readonly Statement[], scope: Scope): void {
  const stack: (Body | Chain)[] = [{ kind: 'body', statements, scope, next: 0, firstMention: 0 }];
  for (let task = stack.at(-1); task !== undefined; task = stack.at(-1)) {
    if (task.kind === 'chain') readEnds(draft, stack, task);
    else readBody(draft, stack, task);
  }
}

function readBody(draft: Draft, stack: (Body | Chain)[], body: Body): void {
  const statement = body.statements[body.next++];
  if (statement === undefined) {
    stack.pop();
    if (body.chain !== undefined) closeEnd(draft, body.chain, body.firstMention);
    return;
  }
  switch (statement.kind) {
    case 'node':
      return state(draft, statement, body.scope);
    case 'edge':
      stack.push({ kind: 'chain', statement, scope: body.scope, ends: [] });
      return;
    case 'subgraph':
      stack.push({ kind: 'body', statements: statement.body, scope: enter(draft, statement, body.scope), next: 0, firstMention: 0 });
      return;
    case 'assignment':
      return readGraphAttributes(draft, body.scope, [statement.attribute]);
    case 'defaults': {
      if (statement.target === 'graph') return readGraphAttributes(draft, body.scope, statement.attributes);
      const added = [...readAttributes(statement.target, statement.attributes, 'default', new Map(), draft.report).values()];
      if (statement.target === 'node') body.scope.nodeDefaults = extend(body.scope.nodeDefaults, added);
      else body.scope.edgeDefaults = extend(body.scope.edgeDefaults, added);
    }
  }
}

function readGraphAttributes(draft: Draft, scope: Scope, written: Parameters<typeof readAttributes>[1]): void {
  if (scope.group === undefined) readAttributes('graph', written, 'own', draft.attributes, draft.report);
  else readGroupAttributes(draft, scope.group, written);
}

/** Reads ends up to the next group, whose statements come first. */
function readEnds(draft: Draft, stack: (Body | Chain)[], chain: Chain): void {
  for (let end = chain.statement.ends[chain.ends.length]; end !== undefined; end = chain.statement.ends[chain.ends.length]) {
    if (end.kind === 'subgraph') {
      draft.collecting++;
      const scope = enter(draft, end, chain.scope);
      stack.push({ kind: 'body', statements: end.body, scope, next: 0, chain, firstMention: draft.mentions.length });
      return;
    }
    chain.ends.push([mention(draft, end, chain.scope)]);
  }
  stack.pop();
  connect(draft, chain.statement, chain.ends, chain.scope);
}

function closeEnd(draft: Draft, chain: Chain, firstMention: number): void {
  chain.ends.push([...new Set(draft.mentions.slice(firstMention))]);
  draft.collecting--;
  if (draft.collecting === 0) draft.mentions.length = 0;
}
