export * from './build/index.ts';
export * from './condition/index.ts';
export * from './diagnostic.ts';
export * from './files/index.ts';
export * from './json.ts';
export * from './label.ts';
export * from './lint/index.ts';
export {
  isHttpAddress,
  type McpHttpServer,
  type McpServer,
  type McpServersReading,
  type McpStdioServer,
  readMcpServers,
} from './mcp-servers.ts';
export * from './model.ts';
export * from './node-type/index.ts';
export * from './parameters/index.ts';
export * from './prepare.ts';
export * from './registry/index.ts';
export * from './resolved/index.ts';
export * from './shell/index.ts';
export * from './source-range.ts';
export * from './stylesheet/index.ts';
export * from './substitution/index.ts';
export * from './topology/index.ts';
export * from './transform/index.ts';
export * from './validation/index.ts';
export * from './yaml-map.ts';
