import type OpenAI from 'openai';
import type { AssistantPart, ImagePart, Message, TextPart } from '../../model/message.ts';
import type { ModelRequest } from '../../model/request.ts';
import { imageUrl, resultText } from '../openai/request.ts';
import { isStrict } from '../openai/strict-schema.ts';

type Wire = OpenAI.ChatCompletionMessageParam;

/** The body of a call of Chat Completions, in the words that the many servers of this format share. */
export function chatBody(request: ModelRequest): OpenAI.ChatCompletionCreateParamsStreaming {
  const { tools = [], toolChoice, responseFormat: format } = request;
  const system: Wire[] = request.system === undefined || request.system === '' ? [] : [{ role: 'system', content: request.system }];
  return {
    model: request.model,
    messages: [...system, ...request.messages.flatMap(wireMessages)],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }): OpenAI.ChatCompletionFunctionTool => {
            return { type: 'function', function: { name, description, parameters: { ...parameters } } };
          }),
        }),
    ...(tools.length === 0 || toolChoice === undefined
      ? {}
      : { tool_choice: toolChoice.mode === 'tool' ? { type: 'function', function: { name: toolChoice.name } } : toolChoice.mode }),
    ...(format === undefined
      ? {}
      : {
          response_format: {
            type: 'json_schema',
            json_schema: { name: format.name, schema: { ...format.schema }, strict: isStrict(format.schema) },
          },
        }),
    ...(request.effort === undefined ? {} : { reasoning_effort: request.effort }),
    // Not max_completion_tokens, which most servers of this format do not know.
    ...(request.maxTokens === undefined ? {} : { max_tokens: request.maxTokens }),
    ...(request.stop === undefined || request.stop.length === 0 ? {} : { stop: [...request.stop] }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { top_p: request.topP }),
    stream_options: { include_usage: true },
    ...request.providerOptions,
    stream: true,
  };
}

function wireMessages(message: Message): Wire[] {
  switch (message.role) {
    case 'user':
      return message.content.length === 0 ? [] : [{ role: 'user', content: userContent(message.content) }];
    case 'assistant':
      return assistant(message.content);
    case 'tool': {
      const results = message.content.map((part): Wire => ({ role: 'tool', tool_call_id: part.callId, content: resultText(part) }));
      // Results of this format hold text only: images follow as the user's.
      const images = message.content.flatMap(({ content }) => content.filter((part) => part.type === 'image'));
      return images.length === 0 ? results : [...results, { role: 'user', content: images.map(contentPart) }];
    }
  }
}

/** Plain text stays a string: some servers know no content parts. */
function userContent(parts: readonly (TextPart | ImagePart)[]): string | OpenAI.ChatCompletionContentPart[] {
  const [first] = parts;
  return parts.length === 1 && first?.type === 'text' ? first.text : parts.map(contentPart);
}

function contentPart(part: TextPart | ImagePart): OpenAI.ChatCompletionContentPart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  return { type: 'image_url', image_url: { url: imageUrl(part), ...(part.detail === undefined ? {} : { detail: part.detail }) } };
}

function assistant(parts: readonly AssistantPart[]): Wire[] {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const calls = parts.flatMap((part): OpenAI.ChatCompletionMessageFunctionToolCall[] => {
    if (part.type !== 'tool_call' && part.type !== 'malformed_tool_call') return [];
    const args = part.type === 'tool_call' ? JSON.stringify(part.input) : '{}';
    return [{ type: 'function', id: part.id, function: { name: part.name, arguments: args } }];
  });
  if (text === '' && calls.length === 0) return [];
  return [{ role: 'assistant', content: text === '' ? null : text, ...(calls.length === 0 ? {} : { tool_calls: calls }) }];
}
