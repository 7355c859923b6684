import type { Handler, HandlerRegistry } from '@attractor/engine';
import { codergenHandler } from './codergen/codergen.ts';
import { createThreadStore, type ThreadStore } from './codergen/thread-store.ts';
import { conditionalHandler } from './conditional.ts';
import { exitHandler } from './exit.ts';
import { fanInHandler } from './fan-in/fan-in.ts';
import type { ChildPipelines } from './folder/load-child.ts';
import { pipelineHandler } from './folder/pipeline.ts';
import { createHandlerRegistry } from './handler-registry.ts';
import { waitHumanHandler } from './human/wait-human.ts';
import { managerLoopHandler } from './manager/manager-loop.ts';
import { startHandler } from './start.ts';
import type { ToolScript } from './tool/dry-run.ts';
import { toolHandler } from './tool/tool.ts';

export interface BuiltinOptions {
  /** What tool nodes answer under `--dry-run`. */
  readonly script?: ToolScript;
  /** Where conversations of `full` nodes are kept; one of its own by default. */
  readonly threads?: ThreadStore;
  /** How child pipelines are read: files, transforms and rules, where the root was prepared with its own. */
  readonly pipelines?: ChildPipelines;
}

/** Type -> handler; a further kind of node is one more line. */
function builtins(options: BuiltinOptions): Readonly<Record<string, Handler>> {
  const codergen = codergenHandler(options.threads === undefined ? {} : { threads: options.threads });
  return {
    start: startHandler,
    exit: exitHandler,
    conditional: conditionalHandler,
    tool: toolHandler(options.script === undefined ? {} : { script: options.script }),
    'wait.human': waitHumanHandler,
    codergen,
    'parallel.fan_in': fanInHandler(codergen),
    pipeline: pipelineHandler(options.pipelines),
    'stack.manager_loop': managerLoopHandler(codergen, options.pipelines),
  };
}

/** Registers the built-in handlers. */
export function registerBuiltins(registry: HandlerRegistry, options: BuiltinOptions = {}): void {
  for (const [type, handler] of Object.entries(builtins(options))) registry.register(type, handler);
}

/** A registry with the built-in handlers; types nobody registered run as model nodes (canonical 4.2). */
export function createBuiltinRegistry(options: BuiltinOptions = {}): HandlerRegistry {
  // One store: a node of an unknown type goes on with the conversation of the model node before it.
  const threads = options.threads ?? createThreadStore();
  const registry = createHandlerRegistry(codergenHandler({ threads }));
  registerBuiltins(registry, { ...options, threads });
  return registry;
}
