import type { Rule } from '../rule.ts';
import { studyRules } from '../study/index.ts';
import { attributeUnknown } from './attribute-unknown.ts';
import { attributeValue } from './attribute-value.ts';
import { childAutostart } from './child-autostart.ts';
import { conditionSyntax } from './condition-syntax.ts';
import { defaultChoiceExists } from './default-choice-exists.ts';
import { delegatesOutsideStudy } from './delegates-outside-study.ts';
import { dotFileCycle } from './dot-file-cycle.ts';
import { dotFileMissing } from './dot-file-missing.ts';
import { exitNoOutgoing } from './exit-no-outgoing.ts';
import { fidelityValid } from './fidelity-valid.ts';
import { gateKey } from './gate-key.ts';
import { goalGateHasRetry } from './goal-gate-has-retry.ts';
import { implicitNode } from './implicit-node.ts';
import { loopRestartInBlock } from './loop-restart-in-block.ts';
import { managerChild } from './manager-child.ts';
import { maxParallelRange } from './max-parallel-range.ts';
import { mcpServersValid } from './mcp-servers-valid.ts';
import { minSuccessRange } from './min-success-range.ts';
import { nodeId } from './node-id.ts';
import { nodeIdCase } from './node-id-case.ts';
import { parallelJoin } from './parallel-join.ts';
import { promptOnLlmNodes } from './prompt-on-llm-nodes.ts';
import { reachability } from './reachability.ts';
import { attributeRequired, dotFileRequired, toolCommandRequired } from './required-attributes.ts';
import { responseSchemaValid } from './response-schema-valid.ts';
import { retryTargetExists } from './retry-target-exists.ts';
import { retryTargetLeavesBlock } from './retry-target-leaves-block.ts';
import { shapeKnown } from './shape-known.ts';
import { startNoIncoming } from './start-no-incoming.ts';
import { startNode } from './start-node.ts';
import { stylesheetSyntax } from './stylesheet-syntax.ts';
import { terminalNode } from './terminal-node.ts';
import { toolCommandHandler } from './tool-command-handler.ts';
import { toolEnvProtected } from './tool-env-protected.ts';
import { typeKnown } from './type-known.ts';

/** Every validation rule (language.md 7). A rule is added by its file and one line here. */
export const validationRules: readonly Rule[] = [
  startNode,
  terminalNode,
  nodeId,
  nodeIdCase,
  implicitNode,
  reachability,
  startNoIncoming,
  exitNoOutgoing,
  shapeKnown,
  typeKnown,
  attributeValue,
  attributeUnknown,
  conditionSyntax,
  stylesheetSyntax,
  fidelityValid,
  toolCommandRequired,
  dotFileRequired,
  attributeRequired,
  toolCommandHandler,
  toolEnvProtected,
  dotFileMissing,
  dotFileCycle,
  childAutostart,
  managerChild,
  responseSchemaValid,
  mcpServersValid,
  promptOnLlmNodes,
  parallelJoin,
  minSuccessRange,
  maxParallelRange,
  loopRestartInBlock,
  retryTargetLeavesBlock,
  retryTargetExists,
  goalGateHasRetry,
  defaultChoiceExists,
  gateKey,
  delegatesOutsideStudy,
  ...studyRules,
];
