import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// A real server on a real port, asked once and closed. Port 0: the system picks a free one.
const { host, port, title } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
if (!Number.isInteger(port)) {
  console.log(`port must be a whole number, it is ${JSON.stringify(port)}`);
  process.exit(1);
}
const server = createServer((_, response) => void response.end(title));
server.listen(port, host);
await once(server, 'listening');
const answer = await fetch(`http://${host}:${server.address().port}/`);
console.log(`answered ${answer.status}: ${await answer.text()}`);
server.close();
