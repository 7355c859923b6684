import { join } from 'node:path';
import { makeFolders, replaceJson } from '@attractor/engine';
import type { StudySettings } from '../config/settings.ts';
import type { Recorder } from '../records/recorder.ts';
import type { Team } from '../team/team.ts';
import { defaultToken, effectiveTools, type NodeTools } from './effective-tools.ts';
import { nativeNames } from './native/native-tools.ts';
import type { Caller, StudyTool } from './study-tool.ts';
import { type WrapperParts, wrapTool } from './wrap.ts';

export interface ToolsParts {
  readonly team: Team;
  readonly settings: StudySettings;
  /** All that the study has, whoever gets them; the later of two with one name counts. */
  readonly tools: Iterable<StudyTool>;
  readonly wrapper: WrapperParts;
  readonly recorder: Pick<Recorder, 'diagnostic'>;
}

export interface TeamTools {
  /** The caller's tools, wrapped (AG-23): the same for a node's own turn and its delegations; what differs for these, a tool reads from its caller (AG-21). */
  of(caller: Pick<Caller, 'node'>): ReadonlyMap<string, StudyTool>;
  /** By node (AG-31). */
  readonly report: ReadonlyMap<string, NodeTools>;
  /** Writes `node_tools.json` below a folder; whatever goes wrong changes nothing (RE-07). */
  write(debug: string): void;
}

/** Gives every agent of the team its tools (AG-07 to AG-35). */
export function toolsOf({ team, settings, tools, wrapper, recorder }: ToolsParts): TeamTools {
  const all = new Map([...tools].map((tool) => [tool.name, wrapTool(tool, wrapper)]));
  const report = new Map<string, NodeTools>();
  const maps = new Map<string, ReadonlyMap<string, StudyTool>>();
  for (const agent of team.agents.values()) {
    const found = effectiveTools(agent, team, settings, new Set(all.keys()));
    report.set(agent.name, found);
    maps.set(
      agent.name,
      new Map(
        found.effective.flatMap((name) => {
          const tool = all.get(name);
          return tool === undefined ? [] : [[name, tool]];
        }),
      ),
    );
    if (found.declared.includes(defaultToken)) recorder.diagnostic('DEFAULT_TOOLS_BYPASS', agent.name, { tools: [...nativeNames] });
  }
  return {
    of: ({ node }) => maps.get(node) ?? new Map(),
    report,
    write(debug) {
      try {
        makeFolders(debug);
        replaceJson(join(debug, 'node_tools.json'), Object.fromEntries(report));
      } catch {
        // For people only.
      }
    },
  };
}
