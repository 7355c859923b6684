import type Anthropic from '@anthropic-ai/sdk';
import type { AssistantPart, ImagePart, Message, TextPart, ToolResultPart } from '../../model/message.ts';
import type { ModelRequest, ToolChoice } from '../../model/request.ts';
import { cacheMessages, cacheTail } from './cache.ts';
import { strictSchema } from './schema.ts';

type Block = Anthropic.ContentBlockParam;

/** The API wants a limit; every model that is still served allows this one, and files an agent writes fit in. */
const defaultMaxTokens = 32_000;

/** The body of a call of the Messages API. */
export function anthropicBody(request: ModelRequest): Anthropic.MessageCreateParamsStreaming {
  const { cache = true, system, tools = [], effort, responseFormat } = request;
  const messages = wireMessages(request.messages);
  const output: Anthropic.OutputConfig = {
    ...(effort === undefined ? {} : { effort: effort === 'minimal' ? 'low' : effort }),
    ...(responseFormat === undefined ? {} : { format: { type: 'json_schema', schema: strictSchema(responseFormat.schema) } }),
  };
  const wireTools = tools.map(({ name, description, parameters }): Anthropic.Tool => {
    return { name, description, input_schema: parameters as Anthropic.Tool.InputSchema };
  });
  const systemBlocks: Anthropic.TextBlockParam[] = system === undefined || system.trim() === '' ? [] : [{ type: 'text', text: system }];
  if (cache) {
    cacheTail(wireTools);
    cacheTail(systemBlocks);
    cacheMessages(messages);
  }
  return {
    model: request.model,
    max_tokens: request.maxTokens ?? defaultMaxTokens,
    messages,
    ...(systemBlocks.length === 0 ? {} : { system: systemBlocks }),
    ...(wireTools.length === 0 ? {} : { tools: wireTools }),
    ...(wireTools.length === 0 || request.toolChoice === undefined ? {} : { tool_choice: choice(request.toolChoice) }),
    ...(request.stop === undefined || request.stop.length === 0 ? {} : { stop_sequences: [...request.stop] }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { top_p: request.topP }),
    ...(Object.keys(output).length === 0 ? {} : { output_config: output }),
    ...request.providerOptions,
    stream: true,
  };
}

function choice(toolChoice: ToolChoice): Anthropic.ToolChoice {
  switch (toolChoice.mode) {
    case 'auto':
      return { type: 'auto' };
    case 'none':
      return { type: 'none' };
    case 'required':
      return { type: 'any' };
    case 'tool':
      return { type: 'tool', name: toolChoice.name };
  }
}

/** Turns alternate: neighbours with one role become one message, tool results are the user's. */
function wireMessages(messages: readonly Message[]): Anthropic.MessageParam[] {
  const merged: { role: 'user' | 'assistant'; content: Block[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = blocks(message);
    const last = merged.at(-1);
    if (content.length === 0) continue;
    if (last?.role === role) last.content.push(...content);
    else merged.push({ role, content });
  }
  return merged;
}

function blocks(message: Message): Block[] {
  switch (message.role) {
    case 'user':
      return message.content.flatMap(userBlock);
    case 'assistant':
      return message.content.flatMap(assistantBlock);
    case 'tool':
      return message.content.map(resultBlock);
  }
}

/** Blank text blocks are refused by the API. */
function userBlock(part: TextPart | ImagePart): (Anthropic.TextBlockParam | Anthropic.ImageBlockParam)[] {
  if (part.type === 'text') return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text }];
  const { source } = part;
  if (source.kind === 'url') return [{ type: 'image', source: { type: 'url', url: source.url } }];
  const media_type = source.mediaType as Anthropic.Base64ImageSource['media_type'];
  return [{ type: 'image', source: { type: 'base64', media_type, data: source.data } }];
}

function assistantBlock(part: AssistantPart): Block[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text }];
    case 'thinking':
      if (part.signature?.provider !== 'anthropic') return [];
      return [{ type: 'thinking', thinking: part.text, signature: part.signature.value }];
    case 'redacted_thinking':
      return part.signature.provider === 'anthropic' ? [{ type: 'redacted_thinking', data: part.signature.value }] : [];
    case 'tool_call':
      return [{ type: 'tool_use', id: wireId(part.id), name: part.name, input: part.input }];
    case 'malformed_tool_call':
      return [{ type: 'tool_use', id: wireId(part.id), name: part.name, input: {} }];
  }
}

function resultBlock(part: ToolResultPart): Block {
  return {
    type: 'tool_result',
    tool_use_id: wireId(part.callId),
    content: part.content.flatMap(userBlock),
    ...(part.isError === true ? { is_error: true } : {}),
  };
}

/** Ids of other providers may hold characters that this one refuses. */
function wireId(id: string): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, '_');
}
