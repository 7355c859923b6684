import { isDeepStrictEqual } from 'node:util';
import type { ImagePart } from '@attractor/llm';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import type { ToolOutput } from '../tools/tool.ts';

/** What models take of images, and how much of one (as `read_file`). */
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const maxImageCharacters = 6_000_000;

/** A tool's result as the model gets it: texts and structured content as text, images as images, the rest named (backends.md 4). */
export function toolOutput(result: CallToolResult): ToolOutput {
  const images: ImagePart[] = [];
  const texts: string[] = [];
  for (const block of result.content) {
    const image = imageOf(block);
    if (image === undefined) texts.push(textOf(block));
    else images.push(image);
  }
  const structured = result.structuredContent;
  // Servers repeat structured content as text for older clients; once is enough.
  if (structured !== undefined && !texts.some((text) => isDeepStrictEqual(parsed(text), structured)))
    texts.push(JSON.stringify(structured));
  return { text: texts.join('\n'), isError: result.isError === true, ...(images.length === 0 ? {} : { images }) };
}

function imageOf(block: ContentBlock): ImagePart | undefined {
  if (block.type !== 'image' || !imageTypes.has(block.mimeType) || block.data.length > maxImageCharacters) return undefined;
  return { type: 'image', source: { kind: 'base64', mediaType: block.mimeType, data: block.data } };
}

function textOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type}: ${block.mimeType}, ${bytesOf(block.data)} bytes, not shown]`;
    case 'resource_link':
      return `[resource ${block.uri}: ${block.title ?? block.name}]`;
    case 'resource': {
      const { resource } = block;
      if ('text' in resource) return `[resource ${resource.uri}]\n${resource.text}`;
      return `[resource ${resource.uri}: ${resource.mimeType ?? 'binary'}, ${bytesOf(resource.blob)} bytes, not shown]`;
    }
  }
}

function bytesOf(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
