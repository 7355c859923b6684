import { type Invocation, type Json, jsonText, type Question, textLookup } from '@attractor/engine';
import { nodeLabel, nodeValue, substitute } from '@attractor/pipeline';
import { maskerOf } from '../masker.ts';
import { attachmentsOf } from './attachments.ts';
import { type Route, routesOf } from './routes.ts';

export type BuiltQuestion =
  | { readonly ok: true; readonly question: Question; readonly routes: readonly Route[] }
  | { readonly ok: false; readonly problem: string };

/** Stages of the run that a question shows. */
const historyLength = 20;

const types = { choice: 'choice', freeform: 'freeform', yes_no: 'yes_no', confirm: 'confirmation' } as const;

/** What a gate asks (engine.md 9), or why it cannot ask. Secrets are masked: a question is stored and shown. */
export function buildQuestion(invocation: Invocation, id: string): BuiltQuestion {
  const { graph, node, context, workingDirectory } = invocation;
  const masker = maskerOf(invocation);
  // A question and its routes share their choices: routes are found by them.
  const routes = routesOf(graph, node, (target) => invocation.hasRun(target)).map(
    (route): Route => ({ ...route, choice: { ...route.choice, label: masker.text(route.choice.label) } }),
  );
  if (routes.length === 0) return { ok: false, problem: `human gate '${node.id}' offers no choice: no edge leads on but failure routes` };
  const files = attachmentsOf(workingDirectory, nodeValue(node, 'attachments_inline'), nodeValue(node, 'attachments_ref'));
  if (!files.ok) return { ok: false, problem: `human gate '${node.id}': attachment ${files.problem}` };
  const lookup = textLookup(context);
  const label = nodeLabel(node);
  const text = substitute(nodeValue(node, 'prompt') ?? label, lookup);
  const description = substitute(nodeValue(node, 'description') ?? '', lookup).trim();
  const defaultAnswer = (nodeValue(node, 'human.default_choice') ?? '').trim();
  const timeoutMs = nodeValue(node, 'timeout');
  const rest: Omit<Question, 'options'> = {
    id,
    text,
    type: types[nodeValue(node, 'mode')],
    stage: node.id,
    ...(label === text || label === node.id ? {} : { label }),
    ...(description === '' ? {} : { description }),
    ...(defaultAnswer === '' ? {} : { defaultAnswer }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    attachments: files.attachments,
    history: invocation.history.slice(-historyLength),
    metadata: {
      goal: jsonText(context.get('graph.goal')),
      branch: invocation.branch,
      visit: invocation.visit,
      iteration: invocation.iteration,
      run_id: invocation.runId,
    },
  };
  const masked = masker.json(rest as unknown as Json) as unknown as typeof rest;
  return { ok: true, routes, question: { ...masked, options: routes.map((route) => route.choice) } };
}

/** The question without what is read from files again when it is asked: for events and the journal, where a text stands once. */
export function leanQuestion(question: Question): Question {
  const { history: _, attachments = [], ...rest } = question;
  return { ...rest, attachments: attachments.map(({ content: _content, ...attachment }) => attachment) };
}
