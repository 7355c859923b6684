import { SourceFile } from '@attractor/dot';
import { type Graph, memoryFiles, prepare } from '@attractor/pipeline';
import { type Team, type TeamOptions, teamOf } from '@attractor/study';

const frame = (attributes: string, body: string): string => `digraph g { graph [study=true, entry=hub ${attributes}]
start [shape=Mdiamond] exit [shape=Msquare] close [type="study.close"]
start -> hub -> close -> exit hub -> hub [condition="preferred_label=reprompt"]
${body} }`;

/** The transformed graph of a study whose entry is `hub`. */
export function studyGraph(body: string, attributes = '', files: Readonly<Record<string, string>> = {}): Graph {
  const source = new SourceFile('study.dot', frame(attributes, body));
  return prepare(source, { file: '/s/study.dot', files: memoryFiles(files), workingDirectory: '/s' }).graph;
}

export function studyTeam(body: string, attributes = '', files: Readonly<Record<string, string>> = {}, options: TeamOptions = {}): Team {
  return teamOf(studyGraph(body, attributes, files), options);
}

/** The seed's default team (GM-24). */
export const defaultTeam = `
hub [type=agent, role=strategizer, description="Plans, delegates, concludes."]
implementer [type=agent, role=implementer, description="Runs and measures."]
datagenerator [type=agent, role=datagenerator, description="Builds the oracle."]
literature_reviewer [type=agent, role=literature_reviewer, description="Finds cited work."]
critic [type=agent, role=critic, description="Attacks conclusions."]
hub -> implementer [kind=delegates]
hub -> datagenerator [kind=delegates]
hub -> literature_reviewer [kind=delegates, preamble="Quote primary sources only."]
hub -> critic [kind=delegates]
implementer -> literature_reviewer [kind=delegates]
datagenerator -> literature_reviewer [kind=delegates]
`;
