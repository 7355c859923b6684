import type { Responses } from 'openai/resources/responses/responses';
import type { AssistantPart, ImagePart, Message, TextPart, ToolResultPart } from '../../model/message.ts';
import type { ModelRequest, ToolChoice } from '../../model/request.ts';
import { isStrict } from './strict-schema.ts';

type Item = Responses.ResponseInputItem;

/** The body of a call of the Responses API. */
export function responsesBody(request: ModelRequest): Responses.ResponseCreateParamsStreaming {
  const { tools = [], toolChoice, effort, responseFormat: format } = request;
  return {
    model: request.model,
    input: request.messages.flatMap(items),
    store: false,
    ...(hasEncryptedReasoning(request.model) ? { include: ['reasoning.encrypted_content'] } : {}),
    ...(request.system === undefined || request.system === '' ? {} : { instructions: request.system }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }): Responses.FunctionTool => {
            return { type: 'function', name, description, parameters, strict: false };
          }),
        }),
    ...(tools.length === 0 || toolChoice === undefined ? {} : { tool_choice: choice(toolChoice) }),
    ...(effort === undefined ? {} : { reasoning: { effort } }),
    ...(format === undefined
      ? {}
      : { text: { format: { type: 'json_schema', name: format.name, schema: format.schema, strict: isStrict(format.schema) } } }),
    ...(request.maxTokens === undefined ? {} : { max_output_tokens: request.maxTokens }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { top_p: request.topP }),
    ...(request.cacheKey === undefined || request.cache === false ? {} : { prompt_cache_key: request.cacheKey }),
    ...request.providerOptions,
    stream: true,
  };
}

/** Models before reasoning refuse to be asked for it. */
function hasEncryptedReasoning(model: string): boolean {
  return !/^(ft:)?(gpt-[34]|chatgpt|davinci|babbage)/.test(model);
}

function choice(toolChoice: ToolChoice): Responses.ToolChoiceOptions | Responses.ToolChoiceFunction {
  return toolChoice.mode === 'tool' ? { type: 'function', name: toolChoice.name } : toolChoice.mode;
}

function items(message: Message): Item[] {
  switch (message.role) {
    case 'user':
      return message.content.length === 0 ? [] : [{ type: 'message', role: 'user', content: message.content.map(input) }];
    case 'assistant':
      return message.content.flatMap(assistantItem);
    case 'tool':
      return message.content.map(result);
  }
}

function input(part: TextPart | ImagePart): Responses.ResponseInputText | Responses.ResponseInputImage {
  if (part.type === 'text') return { type: 'input_text', text: part.text };
  return { type: 'input_image', image_url: imageUrl(part), detail: part.detail ?? 'auto' };
}

/** The address of an image, inline ones as a data URI. */
export function imageUrl({ source }: ImagePart): string {
  return source.kind === 'url' ? source.url : `data:${source.mediaType};base64,${source.data}`;
}

function assistantItem(part: AssistantPart): Item[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ type: 'message', role: 'assistant', content: part.text }];
    case 'thinking':
      if (part.signature?.provider !== 'openai' || part.signature.id === undefined) return [];
      return [
        {
          type: 'reasoning',
          id: part.signature.id,
          summary: part.text === '' ? [] : [{ type: 'summary_text', text: part.text }],
          encrypted_content: part.signature.value,
        },
      ];
    case 'redacted_thinking':
      return [];
    case 'tool_call':
      return [{ type: 'function_call', call_id: part.id, name: part.name, arguments: JSON.stringify(part.input) }];
    case 'malformed_tool_call':
      return [{ type: 'function_call', call_id: part.id, name: part.name, arguments: '{}' }];
  }
}

function result(part: ToolResultPart): Item {
  const text = resultText(part);
  const images = part.content.some(({ type }) => type === 'image');
  return { type: 'function_call_output', call_id: part.callId, output: images ? part.content.map(input) : text };
}

/** This wire format has no flag for a failed call, so the text says it. */
export function resultText({ content, isError }: ToolResultPart): string {
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return isError === true && !/^\s*error/i.test(text) ? `Error: ${text}` : text;
}
