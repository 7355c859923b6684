export { builtInDescriptors } from './built-in.ts';
export * from './descriptor.ts';
export { plainDescriptor } from './plain.ts';
export * from './registry.ts';
export { typeFromAttributes } from './resolve.ts';
