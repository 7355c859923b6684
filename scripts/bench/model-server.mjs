// A server that speaks the wire format of Anthropic Messages and answers every call with a text after a fixed time.
// node model-server.mjs MS: prints its address, then serves until its stdin ends.
import { createServer } from 'node:http';

const ms = Number(process.argv[2] ?? 20);
const frame = (type, data) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
const usage = { input_tokens: 100, output_tokens: 50 };
const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-opus-5-5', content: [], stop_reason: null, usage };
const answer = [
  frame('message_start', { message }),
  frame('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  frame('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Done.' } }),
  frame('content_block_stop', { index: 0 }),
  frame('message_delta', { delta: { stop_reason: 'end_turn' }, usage }),
  frame('message_stop', {}),
].join('');

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(answer);
    }, ms);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.stdin.resume().on('end', () => process.exit(0));
