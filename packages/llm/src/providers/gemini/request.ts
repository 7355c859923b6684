import type {
  Content,
  FunctionCallingConfigMode,
  GenerateContentConfig,
  GenerateContentParameters,
  Part,
  ThinkingConfig,
  ThinkingLevel,
} from '@google/genai';
import type { AssistantPart, ImagePart, Message, TextPart, ToolResultPart } from '../../model/message.ts';
import type { Effort, ModelRequest, ToolChoice } from '../../model/request.ts';
import { isOwnId } from './call-id.ts';

/** What the API accepts in place of a signature for calls that another model made; without it Gemini 3 and later refuse the request. */
const foreignSignature = 'skip_thought_signature_validator';

/** The parameters of a streamed call. */
export function geminiParameters(request: ModelRequest): GenerateContentParameters {
  const { tools = [], toolChoice, responseFormat } = request;
  const thinking = thinkingConfig(request);
  const config: GenerateContentConfig = {
    ...(request.system === undefined || request.system === '' ? {} : { systemInstruction: request.system }),
    ...(request.maxTokens === undefined ? {} : { maxOutputTokens: request.maxTokens }),
    ...(request.stop === undefined || request.stop.length === 0 ? {} : { stopSequences: [...request.stop] }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { topP: request.topP }),
    ...(tools.length === 0
      ? {}
      : {
          tools: [
            {
              functionDeclarations: tools.map(({ name, description, parameters }) => {
                return { name, description, parametersJsonSchema: parameters };
              }),
            },
          ],
        }),
    ...(tools.length === 0 || toolChoice === undefined ? {} : { toolConfig: { functionCallingConfig: choice(toolChoice) } }),
    ...(responseFormat === undefined ? {} : { responseMimeType: 'application/json', responseJsonSchema: responseFormat.schema }),
    ...(thinking === undefined ? {} : { thinkingConfig: thinking }),
    ...request.providerOptions,
    // One call is one request: the SDK must neither run functions nor go on by itself.
    automaticFunctionCalling: { disable: true },
    automaticContinuation: false,
  };
  return { model: request.model, contents: contents(request.messages), config };
}

function choice(toolChoice: ToolChoice): { mode: FunctionCallingConfigMode; allowedFunctionNames?: string[] } {
  const modes = { auto: 'AUTO', none: 'NONE', required: 'ANY', tool: 'ANY' } as const;
  const mode = modes[toolChoice.mode] as FunctionCallingConfigMode;
  return toolChoice.mode === 'tool' ? { mode, allowedFunctionNames: [toolChoice.name] } : { mode };
}

const levels: Readonly<Record<Effort, string>> = {
  minimal: 'MINIMAL',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
  xhigh: 'HIGH',
  max: 'HIGH',
};
const budgets: Readonly<Record<Effort, number>> = { minimal: 512, low: 2048, medium: 8192, high: 16_384, xhigh: 24_576, max: 24_576 };

/** Gemini 2.5 thinks by a budget, later ones by a level; thoughts are shown where a model has them. */
function thinkingConfig({ model, effort }: ModelRequest): ThinkingConfig | undefined {
  const version = Number(/^gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? Number.NaN);
  const thinks = version >= 2.5;
  if (effort === undefined) return thinks ? { includeThoughts: true } : undefined;
  if (version < 3) return { ...(thinks ? { includeThoughts: true } : {}), thinkingBudget: budgets[effort] };
  return { ...(thinks ? { includeThoughts: true } : {}), thinkingLevel: levels[effort] as ThinkingLevel };
}

function contents(messages: readonly Message[]): Content[] {
  const names = new Map<string, string>();
  return messages.flatMap((message): Content[] => {
    const parts = wireParts(message, names);
    return parts.length === 0 ? [] : [{ role: message.role === 'assistant' ? 'model' : 'user', parts }];
  });
}

function wireParts(message: Message, names: Map<string, string>): Part[] {
  switch (message.role) {
    case 'user':
      return message.content.map(userPart);
    case 'assistant': {
      const first = message.content.find((part) => part.type === 'tool_call' || part.type === 'malformed_tool_call');
      return message.content.flatMap((part) => assistantPart(part, names, part === first));
    }
    case 'tool':
      return message.content.flatMap((part) => resultParts(part, names));
  }
}

function userPart(part: TextPart | ImagePart): Part {
  if (part.type === 'text') return { text: part.text };
  const { source } = part;
  if (source.kind === 'base64') return { inlineData: { mimeType: source.mediaType, data: source.data } };
  return { fileData: { fileUri: source.url, ...(source.mediaType === undefined ? {} : { mimeType: source.mediaType }) } };
}

function assistantPart(part: AssistantPart, names: Map<string, string>, firstCall: boolean): Part[] {
  const own = part.signature?.provider === 'gemini' ? { thoughtSignature: part.signature.value } : {};
  switch (part.type) {
    case 'text':
      return part.text === '' && own.thoughtSignature === undefined ? [] : [{ text: part.text, ...own }];
    case 'thinking':
      // Thoughts are summaries that nobody wants back; their signature, if any, is.
      return own.thoughtSignature === undefined ? [] : [{ text: part.text, thought: true, ...own }];
    case 'redacted_thinking':
      return [];
    case 'tool_call':
    case 'malformed_tool_call': {
      names.set(part.id, part.name);
      const args = part.type === 'tool_call' ? { ...part.input } : {};
      const id = isOwnId(part.id) ? {} : { id: part.id };
      // Of parallel calls only the first is signed.
      const signature = own.thoughtSignature === undefined && firstCall ? { thoughtSignature: foreignSignature } : own;
      return [{ functionCall: { ...id, name: part.name, args }, ...signature }];
    }
  }
}

/** The answer to a call, by the function's name; images stand beside it. */
function resultParts(part: ToolResultPart, names: ReadonlyMap<string, string>): Part[] {
  const text = part.content.map((piece) => (piece.type === 'text' ? piece.text : '')).join('');
  const id = isOwnId(part.callId) ? {} : { id: part.callId };
  const name = names.get(part.callId) ?? part.callId;
  const response = part.isError === true ? { error: text } : { output: text };
  return [{ functionResponse: { ...id, name, response } }, ...part.content.filter((piece) => piece.type === 'image').map(userPart)];
}
